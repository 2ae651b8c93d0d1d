import { expect, it } from 'vitest';
import { localTime, localTimeWithOffset } from './local-time.ts';

it.each([
  ['America/Bogota', '2026-12-05T14:00:00.000Z', '2026-12-05T09:00:00-05:00'],
  ['America/Bogota', '2026-12-06T04:59:59.999Z', '2026-12-05T23:59:59-05:00'],
  ['Europe/Madrid', '2026-07-01T22:30:00.000Z', '2026-07-02T00:30:00+02:00'],
  ['Europe/Madrid', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00+01:00'],
  ['America/St_Johns', '2026-12-05T14:00:00.000Z', '2026-12-05T10:30:00-03:30'],
  ['UTC', '2030-01-01T00:00:00.000Z', '2030-01-01T00:00:00+00:00'],
])('in %s, %s is %s', (timeZone, moment, written) => {
  expect(localTimeWithOffset(new Date(moment), timeZone)).toBe(written);
  expect(localTime(new Date(moment), timeZone)).toBe(written.slice(0, 19));
});
