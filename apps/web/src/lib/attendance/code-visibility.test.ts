import { expect, test } from 'vitest';
import { codeVisibility } from './code-visibility.ts';

// 9:00 in Popayán, until 13:00.
const date = '2026-12-05T14:00:00.000Z';
const endDate = '2026-12-05T18:00:00.000Z';

test.each([
  ['two days before', '2026-12-04T04:59:59.999Z', 'folded'],
  ['as the day before begins', '2026-12-04T05:00:00.000Z', 'shown'],
  ['at the start', date, 'shown'],
  ['12 hours after the end', '2026-12-06T06:00:00.000Z', 'shown'],
  ['later', '2026-12-06T06:00:00.001Z', 'gone'],
])('the code %s', (_when, now, visibility) => {
  expect(codeVisibility({ date, endDate }, new Date(now), 'America/Bogota')).toBe(visibility);
});

test('without an end it stays 12 hours from the start', () => {
  const visibilities = ['2026-12-06T02:00:00.000Z', '2026-12-06T02:00:00.001Z'].map(now =>
    codeVisibility({ date, endDate: null }, new Date(now), 'America/Bogota'),
  );
  expect(visibilities).toEqual(['shown', 'gone']);
});

test('the day before is one of the site: in Tokyo the activity is on the evening of the same day', () => {
  const before = '2026-12-03T14:59:59.999Z';
  expect(codeVisibility({ date, endDate }, new Date(before), 'Asia/Tokyo')).toBe('folded');
  expect(codeVisibility({ date, endDate }, new Date(Date.parse(before) + 1), 'Asia/Tokyo')).toBe('shown');
});
