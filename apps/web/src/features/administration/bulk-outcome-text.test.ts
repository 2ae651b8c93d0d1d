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

test('says how many approvals were undone', () => {
  expect([1, 12].map(undoneText)).toEqual(['1 vuelve a estar pendiente', '12 vuelven a estar pendientes']);
});
