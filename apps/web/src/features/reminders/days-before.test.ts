import { expect, test } from 'vitest';
import { newReminderForm, noticeText, validationMessage } from './days-before.ts';

const INCOMPLETE = 'Por favor completa todos los campos.';
const DAYS = 'Los días de anticipación deben ser un número entre 1 y 30.';
const task = '01930000-0000-7000-8000-00000000000a';

/** The form's message, or the parsed number of days. */
function outcome(values: { task: string; daysBefore: string }) {
  const read = newReminderForm.safeParse(values);
  if (read.success) return read.data.daysBefore;
  const errors = read.error.issues.map(({ path, message }) => [path[0], { message }]);
  return validationMessage(Object.fromEntries(errors));
}

test.each([
  ['1', 1],
  ['30', 30],
  [' 7 ', 7],
  ['0', DAYS],
  ['31', DAYS],
  ['-1', DAYS],
  ['3.5', DAYS],
  ['tres', DAYS],
  ['', INCOMPLETE],
])('%j days', (daysBefore, expected) => {
  expect(outcome({ task, daysBefore })).toBe(expected);
});

test('reports a missing value first', () => {
  expect(outcome({ task: '', daysBefore: '3' })).toBe(INCOMPLETE);
  expect(outcome({ task: '', daysBefore: '99' })).toBe(INCOMPLETE);
});

test.each([
  [1, 'Notificar 1 día antes'],
  [2, 'Notificar 2 días antes'],
])('%i', (days, text) => {
  expect(noticeText(days)).toBe(text);
});
