import { expect, test } from 'vitest';
import { hasOthers, outcomeText, repeatText, seriesText } from '../model.ts';
import { noRepeat, previewText, repeatedDays, repeatRule } from './draft-parts.ts';

const SATURDAY = '2026-12-12 09:00:00';
type Values = Partial<typeof noRepeat>;

function preview(values: Values): string {
  const rule = repeatRule.parse({ ...noRepeat, frequency: 'weekly', ...values });
  if (rule === null) return '';
  const result = repeatedDays(rule, SATURDAY);
  return 'problem' in result ? result.problem : previewText(result.days, rule, SATURDAY);
}

test.each<[string, Values, string]>([
  ['twelve Saturdays', {}, '12 sábados, hasta el 27 de febrero'],
  ['two weekdays', { weekdays: ['tu'], count: '3' }, '3 fechas, hasta el 19 de diciembre'],
  ['until a day', { end: 'until', until: '2026-12-26' }, '3 sábados, hasta el 26 de diciembre'],
  ['every day', { frequency: 'daily', count: '5' }, '5 fechas, hasta el 16 de diciembre'],
  [
    'weekdays of a daily rule',
    { frequency: 'daily', weekdays: ['mo'], count: '2' },
    '2 fechas, hasta el 13 de diciembre',
  ],
  [
    'too many',
    { frequency: 'daily', end: 'until', until: '2027-12-01' },
    'Una serie puede tener como máximo 60 fechas',
  ],
  ['too few', { end: 'until', until: '2026-12-13' }, 'Una serie debe tener al menos dos fechas'],
])('previews %s', (_what, values, text) => {
  expect(preview(values)).toBe(text);
});

test.each<[string, Values]>([
  ['no number', { count: 'doce' }],
  ['too large a number', { count: '61' }],
  ['no last day', { end: 'until', until: '' }],
])('rejects %s', (_what, values) => {
  expect(repeatRule.safeParse({ ...noRepeat, frequency: 'weekly', ...values }).success).toBe(false);
});

test.each([
  [{ frequency: 'weekly' as const, interval: 1, weekdays: ['sa' as const] }, 'Cada sábado'],
  [
    { frequency: 'weekly' as const, interval: 1, weekdays: ['tu' as const, 'th' as const] },
    'Cada martes y jueves',
  ],
  [{ frequency: 'weekly' as const, interval: 2, weekdays: ['mo' as const] }, 'Cada 2 semanas: lunes'],
  [{ frequency: 'daily' as const, interval: 1, weekdays: [] }, 'Cada día'],
  [{ frequency: 'daily' as const, interval: 3, weekdays: [] }, 'Cada 3 días'],
  [{ frequency: 'monthly' as const, interval: 1, weekdays: [] }, 'Cada mes'],
  [{ frequency: 'monthly' as const, interval: 6, weekdays: [] }, 'Cada 6 meses'],
])('says how it repeats: %j', (repeat, text) => {
  expect(repeatText(repeat)).toBe(text);
});

test('says how many are left, and whether there are others', () => {
  const repeat = { frequency: 'weekly' as const, interval: 1, weekdays: ['sa' as const] };
  const series = { _id: '0199bbbb-0000-7000-8000-000000000001', index: 2, count: 12, repeat };
  expect(seriesText({ ...series, remaining: 11 })).toBe('Cada sábado\u00a0· quedan 11 fechas');
  expect(seriesText({ ...series, remaining: 1 })).toBe('Cada sábado\u00a0· última fecha');
  expect(seriesText(series)).toBe('Cada sábado');
  expect(hasOthers({ series: { ...series, remaining: 1 } })).toBe(false);
  expect(hasOthers({ series: { ...series, remaining: 2 } })).toBe(true);
  expect(hasOthers({ series })).toBe(true);
  expect(hasOthers({ series: null })).toBe(false);
});

test.each([
  [{ updated: 9, kept: 0 }, 'Se actualizaron 9 fechas'],
  [{ updated: 1, kept: 1 }, 'Se actualizó 1 fecha; 1 fecha quedó como estaba'],
  [{ deleted: 2, kept: 3 }, 'Se eliminaron 2 fechas; 3 fechas quedaron como estaban'],
])('says what became of the dates: %j', (outcome, text) => {
  expect(outcomeText(outcome)).toBe(text);
});
