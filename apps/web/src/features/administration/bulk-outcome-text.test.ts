import { expect, test } from 'vitest';
import { bulkOutcomeText, undoneText } from './bulk-outcome-text.ts';

test.each([
  ['approve', 12, 1, '12 aprobadas, 1 ya había cambiado'],
  ['reject', 1, 2, '1 rechazada, 2 ya habían cambiado'],
  ['delete', 0, 1, '0 eliminadas, 1 ya había cambiado'],
  ['approve', 3, 0, '3 aprobadas'],
] as const)('%s of %s and %s: %s', (action, done, skipped, text) => {
  expect(bulkOutcomeText(action, { done, skipped })).toBe(text);
});

test.each([
  [1, ['pending'], '1 vuelve a estar pendiente'],
  [12, ['pending'], '12 vuelven a estar pendientes'],
  [1, ['approved'], '1 vuelve a estar como estaba'],
  [2, ['pending', 'approved'], '2 vuelven a estar como estaban'],
] as const)('says that %s of %j were undone', (count, statuses, text) => {
  expect(
    undoneText(
      count,
      statuses.map(status => ({ status })),
    ),
  ).toBe(text);
});
