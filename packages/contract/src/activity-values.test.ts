import { expect, it } from 'vitest';
import { activityDate } from './activity-values.ts';

it.each([
  ['2026-12-05T14:00:00.000Z', '2026-12-05T14:00:00.000Z'],
  ['Sat, 05 Dec 2026 14:00:00 GMT', '2026-12-05T14:00:00.000Z'],
  // The offset moves the time to another day in UTC.
  ['2028-02-29T23:30-05:00', '2028-03-01T04:30:00.000Z'],
  ['2026-12-05', '2026-12-05'],
  ['2026-02-30', 'La fecha no existe en el calendario'],
  ['2027-02-29T10:00:00Z', 'La fecha no existe en el calendario'],
  ['Tue, 31 Nov 2026 14:00:00 GMT', 'La fecha no existe en el calendario'],
  ['0001-13-13', 'La fecha no es válida'],
  ['2026-13-01', 'La fecha no es válida'],
  ['mañana', 'La fecha no es válida'],
  ['', 'La fecha es requerida'],
])('%s: %s', (text, expected) => {
  const { success, data, error } = activityDate.safeParse(text);
  expect(data instanceof Date ? data.toISOString() : success ? data : error?.issues[0]?.message).toBe(
    expected,
  );
});
