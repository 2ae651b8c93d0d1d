import { expect, test } from 'vitest';
import { startOfSiteDay } from './site-day.ts';

test.each([
  ['2026-11-25T04:59:59.999Z', 'America/Bogota', '2026-11-24T05:00:00.000Z'],
  ['2026-11-25T05:00:00.000Z', 'America/Bogota', '2026-11-25T05:00:00.000Z'],
  ['2026-11-25T20:31:07.123Z', 'America/Bogota', '2026-11-25T05:00:00.000Z'],
  ['2026-11-25T20:31:07.123Z', 'Asia/Kathmandu', '2026-11-25T18:15:00.000Z'],
  // The clocks went forward at 2:00, and back at 2:00.
  ['2026-03-08T20:00:00.000Z', 'America/New_York', '2026-03-08T05:00:00.000Z'],
  ['2026-11-01T20:00:00.000Z', 'America/New_York', '2026-11-01T04:00:00.000Z'],
  // They went forward at midnight.
  ['2026-09-06T12:00:00.000Z', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
])('the day of %s in %s began at %s', (moment, timeZone, start) => {
  expect(startOfSiteDay(new Date(moment), timeZone).toISOString()).toBe(start);
});
