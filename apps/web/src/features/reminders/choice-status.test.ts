import { expect, test } from 'vitest';
import { choiceStatus, choicesSummary, isDueAtOnce } from './choice-status.ts';

// 10:00 in Bogotá.
const NOW = new Date('2026-12-05T15:00:00.000Z');
const on = (date: string, endDate: string | null = null) => ({
  ...{ _id: 'a', title: 'Siembra', place: '', description: '' },
  ...{ date, endDate },
});
const TOMORROW = on('2026-12-06T05:00:00.000Z');
const TONIGHT = on('2026-12-06T04:59:00.000Z');
const YESTERDAY = on('2026-12-04T15:00:00.000Z');

test.each([
  ['from the first minute of tomorrow', TOMORROW, [], null],
  ['later today', TONIGHT, [], '(Hoy)'],
  ['earlier today', on('2026-12-05T14:00:00.000Z'), [], '(Pasada)'],
  ['in progress', on('2026-12-05T14:00:00.000Z', '2026-12-05T16:00:00.000Z'), [], '(En curso)'],
  ['ended today', on('2026-12-05T13:00:00.000Z', '2026-12-05T14:00:00.000Z'), [], '(Pasada)'],
  ['yesterday', YESTERDAY, [], '(Pasada)'],
  ['no date at all', on('mañana'), [], '(Pasada)'],
  ['with a reminder', TOMORROW, ['a'], '(Ya configurada)'],
  ['past, with a reminder', YESTERDAY, ['a'], '(Pasada)'],
] as const)('%s', (_, choice, configured, mark) => {
  expect(choiceStatus(choice, new Set(configured), NOW)).toBe(mark);
});

test('summarises upcoming and past activities', () => {
  expect(choicesSummary([TOMORROW, TONIGHT, YESTERDAY], NOW)).toBe(
    'Encontradas 3 actividades confirmadas: 1 futuras, 2 pasadas',
  );
});

test.each([
  ['1', on('2026-12-06T15:00:00.000Z'), true],
  ['1', on('2026-12-06T15:00:01.000Z'), false],
  ['3', on('2026-12-08T14:00:00.000Z'), true],
  ['3', on('2026-12-09T14:00:00.000Z'), false],
  ['31', on('2026-12-08T14:00:00.000Z'), false],
  ['', on('2026-12-08T14:00:00.000Z'), false],
  ['3', TONIGHT, false],
])('%s days before %o is due at once: %s', (daysBefore, choice, expected) => {
  expect(isDueAtOnce(choice, daysBefore, new Set(), NOW)).toBe(expected);
  expect(isDueAtOnce(choice, daysBefore, new Set(['a']), NOW)).toBe(false);
});
