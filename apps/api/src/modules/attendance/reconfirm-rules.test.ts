import { describe, expect, it } from 'vitest';
import { askingTime, isAskedAgain, isAskingTime, latestAskedDate, placedBefore } from './reconfirm-rules.ts';

const bogota = 'America/Bogota';
/** Local time in Popayán, five hours behind UTC. */
const at = (local: string) => new Date(`${local}:00-05:00`);

describe('when the parties are asked whether they still come', () => {
  it.each([
    ['a morning', '2026-12-05T09:00', '2026-12-04T18:00'],
    ['the first minute of a day', '2026-12-05T00:00', '2026-12-04T18:00'],
    ['the last minute of a day', '2026-12-05T23:59', '2026-12-04T18:00'],
    ['the first of a month', '2027-03-01T09:00', '2027-02-28T18:00'],
    ['the first of a year', '2027-01-01T09:00', '2026-12-31T18:00'],
  ])('%s', (_what, date, expected) => {
    expect(askingTime(at(date), bogota)).toEqual(at(expected));
  });

  it.each([
    // Clocks go back in Madrid on 25 October 2026 and forward on 28 March 2027.
    ['2026-10-25T22:30:00Z', 'Europe/Madrid', '2026-10-24T16:00:00Z'],
    ['2027-03-28T21:30:00Z', 'Europe/Madrid', '2027-03-27T17:00:00Z'],
    ['2026-12-05T14:00:00Z', 'Pacific/Auckland', '2026-12-05T05:00:00Z'],
  ])('%s in %s', (date, zone, expected) => {
    expect(askingTime(new Date(date), zone)).toEqual(new Date(expected));
  });

  it.each([
    ['a minute before', '2026-12-04T17:59', false],
    ['at 18:00', '2026-12-04T18:00', true],
    ['late, after an outage', '2026-12-05T08:59', true],
    ['not once it has begun', '2026-12-05T09:00', false],
  ])('%s', (_what, now, expected) => {
    expect(isAskingTime(at('2026-12-05T09:00'), at(now), bogota)).toBe(expected);
  });

  it('finds every activity whose time has come', () => {
    for (const [date, zone] of [
      [at('2026-12-05T23:59'), bogota],
      // The day has 25 hours.
      [new Date('2026-10-25T22:59:00Z'), 'Europe/Madrid'],
    ] as const)
      expect(date.getTime()).toBeLessThanOrEqual(latestAskedDate(askingTime(date, zone)).getTime());
  });

  it('only asks those who got their place more than 24 hours before', () => {
    expect(placedBefore(at('2026-12-04T18:00'))).toEqual(at('2026-12-03T18:00'));
    const asking = { asksAgain: true, date: at('2026-12-05T09:00') };
    expect(isAskedAgain(asking, at('2026-12-03T17:59'), bogota)).toBe(true);
    expect(isAskedAgain(asking, at('2026-12-03T18:00'), bogota)).toBe(false);
    expect(isAskedAgain({ ...asking, asksAgain: false }, at('2026-12-01T09:00'), bogota)).toBe(false);
  });
});
