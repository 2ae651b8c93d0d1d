import { expect, test } from 'vitest';
import { aNeed } from '../../../test/need.ts';
import { claimTexts, needTimes } from './claims-text.ts';

const DATE = '2099-12-05T14:00:00.000Z';

test.each([
  [null, null, ''],
  ['2099-12-05T14:00:00.000Z', '2099-12-05T16:30:00.000Z', '9:00 a. m. a 11:30 a. m.'],
  ['2099-12-04T23:00:00.000Z', '2099-12-05T00:00:00.000Z', 'vie, 4 dic 2099, 6:00 p. m. a 7:00 p. m.'],
  ['2099-12-06T03:00:00.000Z', '2099-12-06T06:00:00.000Z', '10:00 p. m. a dom, 6 dic 2099, 1:00 a. m.'],
])('from %s to %s: «%s»', (startsAt, endsAt, text) => {
  expect(needTimes({ startsAt, endsAt }, DATE).replaceAll('\u00a0', ' ')).toBe(text);
});

test('claims are named in the order of the needs', () => {
  const needs = [aNeed({ _id: 'a' }), aNeed({ _id: 'b', name: 'Palas' }), aNeed({ _id: 'c', name: 'Agua' })];
  const claims = [
    { needId: 'b', quantity: 2 },
    { needId: 'a', quantity: 1 },
  ];
  expect(claimTexts(needs, claims)).toEqual(['Cocina', 'Palas (2)']);
});
