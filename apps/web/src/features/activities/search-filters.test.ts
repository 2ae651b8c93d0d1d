import { SEARCH_MAX } from '@minga/contract/activities';
import { expect, test } from 'vitest';
import { catalogueFilters, filtersIn, hasFilters, sameFilters, searchAddress } from './search-filters.ts';

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
])('%j asks for %j', (address, filters) => {
  expect(filtersIn(address)).toEqual(filters);
  expect(hasFilters(filtersIn(address))).toBe(Object.keys(filters).length > 0);
});

test('the catalogue takes words and what is past, nothing else', () => {
  const search = { q: 'río', date: 'proximas', place: 'Cajete', estado: 'promocionadas', utm_source: 'x' };
  expect(catalogueFilters(search)).toEqual({ q: 'río' });
  expect(catalogueFilters({ date: 'pasadas' })).toEqual({ date: 'pasadas' });
});

test('filters are the same whatever their order', () => {
  expect(sameFilters({ q: 'río', date: 'pasadas' }, { date: 'pasadas', q: 'río', place: undefined })).toBe(
    true,
  );
  expect(sameFilters({ q: 'río' }, { q: 'río', date: 'pasadas' })).toBe(false);
});

test('an address outside of the app names what is searched, and nothing else', () => {
  expect(searchAddress('/actividades.ics', filtersIn({ q: 'río & café' }))).toBe(
    '/actividades.ics?q=r%C3%ADo+%26+caf%C3%A9',
  );
  expect(searchAddress('/actividades.rss', filtersIn({}))).toBe('/actividades.rss');
});
