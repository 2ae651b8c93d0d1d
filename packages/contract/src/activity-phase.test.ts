import { describe, expect, it } from 'vitest';
import { hasStarted, phaseOf, startedText } from './activity-phase.ts';

const NINE = '2026-12-05T14:00:00.000Z';
const ELEVEN = '2026-12-05T16:00:00.000Z';
const AFTER = 'Esta actividad ya pasó';
const DURING = 'Esta actividad ya comenzó';

describe('from nine to eleven, and without an end', () => {
  it.each([
    ['2026-12-05T13:59:59.999Z', 'upcoming', null, 'upcoming', null],
    // At its exact time, a start counts as upcoming, and an end as not past.
    [NINE, 'upcoming', null, 'upcoming', null],
    ['2026-12-05T14:00:00.001Z', 'ongoing', DURING, 'past', AFTER],
    [ELEVEN, 'ongoing', DURING, 'past', AFTER],
    ['2026-12-05T16:00:00.001Z', 'past', AFTER, 'past', AFTER],
    ['2027-12-05T14:00:00.000Z', 'past', AFTER, 'past', AFTER],
  ])('at %s: %s (%s), %s (%s)', (at, phase, text, endless, endlessText) => {
    const now = new Date(at);
    const [timed, open] = [
      { date: NINE, endDate: ELEVEN },
      { date: NINE, endDate: null },
    ];
    expect([phaseOf(timed, now), startedText(timed, now)]).toEqual([phase, text]);
    expect([phaseOf(open, now), startedText(open, now)]).toEqual([endless, endlessText]);
    expect([timed, open].map(times => hasStarted(times, now))).toEqual([
      phase !== 'upcoming',
      endless !== 'upcoming',
    ]);
    // The server passes Dates.
    const dates = { date: new Date(NINE), endDate: new Date(ELEVEN) };
    expect(phaseOf(dates, now)).toBe(phase);
  });
});
