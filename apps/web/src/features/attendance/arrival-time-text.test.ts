import { expect, test } from 'vitest';
import { arrivalTimeText } from './arrival-time-text.ts';

test.each([
  ['2026-12-05T14:05:00.000Z', 'a las 9:05 a. m.'],
  ['2026-12-05T18:05:00.000Z', 'a la 1:05 p. m.'],
  ['2026-12-04T14:05:00.000Z', 'el viernes, 4 de diciembre de 2026, 9:05 a. m.'],
])('%s: %s', (checkedInAt, text) => {
  const shown = arrivalTimeText(checkedInAt, new Date('2026-12-05T20:00:00.000Z'));
  expect(shown.replaceAll('\u00a0', ' ')).toBe(text);
});
