import type { Need } from '@minga/contract/needs';
import { expect, test } from 'vitest';
import { aNeed } from '../../test/need.ts';
import { missingSummary, missingText } from './missing-text.ts';

test.each<[Partial<Need>, string | null]>([
  [{ quantity: 3, taken: 2 }, 'Falta 1 persona en Cocina'],
  [{ quantity: 3 }, 'Faltan 3 personas en Cocina'],
  [{ kind: 'thing', name: 'Palas', quantity: 1000 }, 'Por llevar: Palas (1.000)'],
  [{ quantity: 3, taken: 3 }, null],
])('of %j is missing: %s', (values, text) => {
  expect(missingText(aNeed(values))).toBe(text);
});

test.each<[Need[], string | null]>([
  [[], null],
  [[aNeed({ taken: 2 })], null],
  [[aNeed({ taken: 2 }), aNeed({ name: 'Registro' })], 'Faltan 2 personas en Registro'],
  [[aNeed(), aNeed()], 'Faltan 2 personas en Cocina y 1 más'],
  [[aNeed(), aNeed({ kind: 'thing' }), aNeed()], 'Faltan 2 personas en Cocina y 2 más'],
])('in short: %#', (needs, text) => {
  expect(missingSummary(needs)).toBe(text);
});
