import type { Missing, Need } from '@minga/contract/needs';
import { expect, test } from 'vitest';
import { aNeed } from '../../../test/need.ts';
import { missingSummary, missingText } from './free-places-text.ts';

const aMissing = (values: Partial<Missing>): Missing => ({
  kind: 'task',
  name: 'Cocina',
  quantity: 2,
  others: 0,
  areTasks: true,
  ...values,
});

test.each<[Partial<Need>, string | null]>([
  [{ quantity: 3, taken: 2 }, 'Falta 1 persona en Cocina'],
  [{ quantity: 3 }, 'Faltan 3 personas en Cocina'],
  [{ kind: 'thing', name: 'Palas', quantity: 1000 }, 'Por llevar: Palas (1.000)'],
  [{ quantity: 3, taken: 3 }, null],
])('of %j is missing: %s', (values, text) => {
  expect(missingText(aNeed(values))).toBe(text);
});

test.each<[Missing | null, string | null]>([
  [null, null],
  [aMissing({ name: 'Registro' }), 'Faltan 2 personas en Registro'],
  [aMissing({ others: 1 }), 'Faltan 2 personas en Cocina y en 1 tarea más'],
  [aMissing({ others: 2 }), 'Faltan 2 personas en Cocina y en 2 tareas más'],
  [aMissing({ quantity: 1, others: 1, areTasks: false }), 'Falta 1 persona en Cocina y 1 cosa más'],
  [
    aMissing({ kind: 'thing', name: 'Palas', others: 2, areTasks: false }),
    'Por llevar: Palas (2) y 2 cosas más',
  ],
])('in short: %#', (missing, text) => {
  expect(missingSummary(missing)).toBe(text);
});
