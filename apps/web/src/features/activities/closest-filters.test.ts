import { expect, test } from 'vitest';
import { closestTo } from './closest-filters.ts';

const days = { desde: '2026-11-28', hasta: '2026-11-29' };

test.each([
  [{ ...days, cerca: '2.44,-76.61' }, 'Lo más cercano', { ...days, cerca: '2.44,-76.61', radio: '200' }],
  [{ ...days, cerca: '2.44,-76.61', radio: '200' }, 'Lo próximo', { cerca: '2.44,-76.61', radio: '200' }],
  [{ ...days, q: 'río', cupos: 'libres' as const }, 'Lo próximo', { q: 'río', cupos: 'libres' }],
  [{ ...days, date: 'pasadas' as const }, 'Lo más reciente', { date: 'pasadas' }],
  [{ cupos: 'libres' as const, etiqueta: 'río' }, 'Con los cupos llenos', { etiqueta: 'río' }],
  [{ etiqueta: 'río', categoria: 'salud' as const }, 'Con otras etiquetas', { categoria: 'salud' }],
  [{ categoria: 'salud' as const, q: 'río' }, 'De otras categorías', { q: 'río' }],
  [{ colectivo: 'guardianes' }, 'De otros colectivos', {}],
])('after %j found nothing, %s is %j', (filters, title, next) => {
  expect(closestTo(filters)).toEqual({ title, filters: next });
});

test('nothing comes closer than words alone', () => {
  expect(closestTo({ q: 'río', date: 'pasadas' })).toBeNull();
});
