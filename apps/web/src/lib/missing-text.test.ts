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
  [[aNeed(), aNeed()], 'Faltan 2 personas en Cocina y en 1 tarea más'],
  [[aNeed(), aNeed(), aNeed({ taken: 2 }), aNeed()], 'Faltan 2 personas en Cocina y en 2 tareas más'],
  [[aNeed({ quantity: 1 }), aNeed({ kind: 'thing' })], 'Falta 1 persona en Cocina y 1 cosa más'],
  [[aNeed({ kind: 'thing', name: 'Palas' }), aNeed(), aNeed()], 'Por llevar: Palas (2) y 2 cosas más'],
])('in short: %#', (needs, text) => {
  expect(missingSummary(needs)).toBe(text);
});
