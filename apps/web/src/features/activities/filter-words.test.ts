import { expect, test } from 'vitest';
import { chosenFilters, hasChosen, withoutFilters } from './chosen-filters.ts';
import { distanceText } from './distance-text.ts';
import { daysText, nothingFound } from './filter-words.ts';
import type { SearchFilters } from './search-filters.ts';

/** A Wednesday. */
const TODAY = '2026-11-25';
const weekend = { desde: '2026-11-28', hasta: '2026-11-29' };

test.each<[SearchFilters, string]>([
  [{ ...weekend, cerca: '2.44,-76.61' }, 'Nada este fin de semana en 20 km.'],
  [{ categoria: 'cultura', cupos: 'libres' }, 'Nada de Cultura con cupos.'],
  [{ q: 'olla', etiqueta: 'río', desde: TODAY, hasta: TODAY }, 'Nada con «olla» con #río hoy.'],
  [{ colectivo: 'guardianes', date: 'pasadas' }, 'Nada de este colectivo entre lo que ya pasó.'],
  [{ desde: '2026-12-05' }, 'Nada desde el 5 de diciembre de 2026.'],
])('%j found: %s', (filters, sentence) => {
  expect(nothingFound(filters, TODAY)).toBe(sentence);
});

test.each<[SearchFilters, string | undefined]>([
  [{}, undefined],
  [weekend, 'Este fin de semana'],
  [{ hasta: '2026-12-05' }, 'Hasta el 5 de diciembre de 2026'],
  [{ desde: '2026-12-05', hasta: '2026-12-05' }, 'El 5 de diciembre de 2026'],
  [{ desde: '2026-12-05', hasta: '2026-12-07' }, 'Del 5 de diciembre de 2026 al 7 de diciembre de 2026'],
])('the days of %j are %s', (filters, text) => {
  expect(daysText(filters, TODAY)).toBe(text);
});

test('filters without a chip of their own can be removed one by one', () => {
  const filters: SearchFilters = {
    q: 'olla',
    categoria: 'cultura',
    etiqueta: 'río',
    desde: '2026-12-05',
    colectivo: 'guardianes',
    cerca: '2.44,-76.61',
    radio: '5',
  };
  const removed = (collective: string | undefined) =>
    chosenFilters(filters, { today: TODAY, collective, hasNearChip: true }).map(({ text, without }) => [
      text,
      Object.keys(filters).filter(key => without[key as keyof SearchFilters] === undefined),
    ]);
  expect(removed('Guardianes del Río')).toEqual([
    ['#río', ['etiqueta']],
    ['Desde el 5 de diciembre de 2026', ['desde']],
    ['Guardianes del Río', ['colectivo']],
    ['A 5 km de 2.44, -76.61', ['cerca', 'radio']],
  ]);
  expect(removed(undefined)[2]?.[0]).toBe('guardianes');
});

test('the offered days have chips of their own, and in the catalogue the device’s position', () => {
  const filters: SearchFilters = { ...weekend, cerca: 'aqui', radio: '5', categoria: 'salud' };
  const chosen = (hasNearChip: boolean) =>
    chosenFilters(filters, { today: TODAY, collective: undefined, hasNearChip });
  expect(chosen(true)).toEqual([]);
  expect(chosen(false)).toEqual([
    { text: 'Cerca de mí', without: { ...weekend, cerca: undefined, radio: undefined, categoria: 'salud' } },
  ]);
});

test('removing all filters leaves the words and the time', () => {
  const filters: SearchFilters = { q: 'olla', date: 'pasadas', cupos: 'libres', cerca: 'aqui' };
  expect(hasChosen(filters)).toBe(true);
  expect(withoutFilters(filters)).toEqual({ q: 'olla', date: 'pasadas' });
  expect(hasChosen(withoutFilters(filters))).toBe(false);
});

test.each([
  [1.6, 'a 1,6 km'],
  [0, 'a 0 km'],
  [120, 'a 120 km'],
])('%d kilometres are written %s', (km, text) => {
  expect(distanceText(km)).toBe(text);
});
