import { isFeedbackOpen } from '@minga/contract/feedback-period';
import { describe, expect, it } from 'vitest';
import { askingTime, endsToAsk, isAskingTime } from './rules.ts';

const bogota = 'America/Bogota';
/** Local time in Popayán, five hours behind UTC. */
const at = (local: string) => new Date(`${local}:00-05:00`);

describe('when those who came are asked', () => {
  it.each([
    ['after a morning', '2026-12-05T12:00', '2026-12-06T10:00'],
    ['the last minute of a day', '2026-12-05T23:59', '2026-12-06T10:00'],
    ['the first minute of a day', '2026-12-06T00:00', '2026-12-07T10:00'],
    ['the last of a month', '2027-02-28T18:00', '2027-03-01T10:00'],
    ['the last of a year', '2026-12-31T20:00', '2027-01-01T10:00'],
  ])('%s', (_what, end, expected) => {
    expect(askingTime(at(end), bogota)).toEqual(at(expected));
  });

  it.each([
    // The clocks in Madrid go back on 25 October 2026 and forward on 28 March 2027.
    ['2026-10-24T21:30:00Z', 'Europe/Madrid', '2026-10-25T09:00:00Z'],
    ['2027-03-27T22:30:00Z', 'Europe/Madrid', '2027-03-28T08:00:00Z'],
    ['2026-12-05T14:00:00Z', 'Pacific/Auckland', '2026-12-06T21:00:00Z'],
  ])('%s in %s', (end, zone, expected) => {
    expect(askingTime(new Date(end), zone)).toEqual(new Date(expected));
  });

  it.each([
    ['a minute before', '2026-12-06T09:59', false],
    ['at 10:00', '2026-12-06T10:00', true],
    ['late, after an outage', '2026-12-08T12:00', true],
    ['not three days after the end', '2026-12-08T12:01', false],
  ])('%s', (_what, now, expected) => {
    expect(isAskingTime(at('2026-12-05T12:00'), at(now), bogota)).toBe(expected);
  });

  it.each([
    ['a whole day', '2026-12-05T23:59', bogota],
    ['a night of 23 hours', '2027-03-28T00:59', 'Europe/Madrid'],
  ])('finds every activity whose time has come: %s', (_what, local, zone) => {
    const end = zone === bogota ? at(local) : new Date('2027-03-27T22:59:00Z');
    const { from, until } = endsToAsk(askingTime(end, zone));
    expect(end >= from && end <= until).toBe(true);
  });
});

describe('feedback can be given', () => {
  const period = { date: at('2026-12-05T08:00'), endDate: at('2026-12-05T12:00') };
  it.each([
    ['not before the start', period, '2026-12-05T07:59', false],
    ['from the start', period, '2026-12-05T08:00', true],
    ['until 14 days after the end', period, '2026-12-19T12:00', true],
    ['not later', period, '2026-12-19T12:01', false],
    ['without an end, 14 days from the start', { ...period, endDate: null }, '2026-12-19T08:00', true],
    ['without an end, not later', { ...period, endDate: null }, '2026-12-19T08:01', false],
  ])('%s', (_what, activity, now, expected) => {
    expect(isFeedbackOpen(activity, at(now))).toBe(expected);
  });
});
