import { SEARCH_MAX } from '@minga/contract/activities';
import { expect, test } from 'vitest';
import { catalogueFilters, equalFilters, hasFilters, parseFilters, searchUrl } from './search-filters.ts';

test.each([
  [{}, {}],
  [
    { q: ' río  Cauca ', place: 'Eme' },
    { q: 'río  Cauca', place: 'Eme' },
  ],
  [{ q: '   ', date: '', estado: '' }, {}],
  [
    { date: 'pasadas', estado: 'promocionadas' },
    { date: 'pasadas', estado: 'promocionadas' },
  ],
  [{ date: 'ayer', estado: 'todas', limit: '3', q: 7 }, {}],
  [{ q: 'a'.repeat(SEARCH_MAX + 1) }, { q: 'a'.repeat(SEARCH_MAX) }],
  [{ q: `${'a'.repeat(SEARCH_MAX - 1)} bc` }, { q: 'a'.repeat(SEARCH_MAX - 1) }],
  [{ q: '\u0000río\u202e', fbclid: '1' }, { q: 'río' }],
  [
    { categoria: 'salud', etiqueta: '#Río', desde: '2026-12-05', hasta: '2026-12-06', cupos: 'libres' },
    { categoria: 'salud', etiqueta: 'río', desde: '2026-12-05', hasta: '2026-12-06', cupos: 'libres' },
  ],
  [
    { cerca: '2.44,-76.61', radio: '5' },
    { cerca: '2.44,-76.61', radio: '5' },
  ],
  [{ categoria: 'x', etiqueta: '#', desde: '2026-02-30', hasta: '', cupos: 'x', cerca: 'x', radio: '0' }, {}],
])('%j is parsed as %j', (address, filters) => {
  expect(parseFilters(address)).toEqual(filters);
  expect(hasFilters(parseFilters(address))).toBe(Object.keys(filters).length > 0);
});

test('the catalogue has no place, promotion or upcoming date', () => {
  const search = { q: 'río', date: 'proximas', place: 'Cajete', estado: 'promocionadas', utm_source: 'x' };
  expect(catalogueFilters(search)).toEqual({ q: 'río' });
  expect(catalogueFilters({ date: 'pasadas' })).toEqual({ date: 'pasadas' });
});

test('compares filters regardless of key order', () => {
  expect(equalFilters({ q: 'río', date: 'pasadas' }, { date: 'pasadas', q: 'río', place: undefined })).toBe(
    true,
  );
  expect(equalFilters({ q: 'río' }, { q: 'río', date: 'pasadas' })).toBe(false);
});

test('builds a URL with only the active filters', () => {
  expect(searchUrl('/actividades.ics', parseFilters({ q: 'río & café' }))).toBe(
    '/actividades.ics?q=r%C3%ADo+%26+caf%C3%A9',
  );
  expect(searchUrl('/actividades.rss', parseFilters({}))).toBe('/actividades.rss');
});
