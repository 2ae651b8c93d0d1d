import { SEARCH_MAX } from '@minga/contract/search-values';
import { describe, expect, test } from 'vitest';
import { isByDay, withDefaults } from './catalogue/search-request.ts';
import {
  calendarSearch,
  catalogueFilters,
  equalFilters,
  filtersOf,
  hasFilters,
  hasOwnFilter,
  isFiltered,
  mapSearch,
  ownFilter,
  ownSearch,
  parseFilters,
  type SearchFilters,
  searchUrl,
} from './search.ts';

describe('search-filters', () => {
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
    [
      { categoria: 'x', etiqueta: '#', desde: '2026-02-30', hasta: '', cupos: 'x', cerca: 'x', radio: '0' },
      {},
    ],
    [{ desde: '1899-12-31', hasta: '2200-01-01', cerca: '91,0', radio: '201' }, {}],
    [{ desde: '2026-1-5', hasta: ' 2026-01-05', cerca: '2.44;-76.61', radio: '1e2' }, {}],
    [
      { desde: '1900-01-01', hasta: '2199-12-31', cerca: '-90,180', radio: '200' },
      { desde: '1900-01-01', hasta: '2199-12-31', cerca: '-90,180', radio: '200' },
    ],
    [
      { desde: '2028-02-29', hasta: '2027-02-29', cerca: '0,0,0', radio: '1.5' },
      { desde: '2028-02-29', radio: '1.5' },
    ],
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
});

describe('map-search', () => {
  const id = '01930000-0000-7000-8000-00000000000a';

  test.each([
    [
      { q: 'río', categoria: 'ambiente', actividad: id },
      { q: 'río', categoria: 'ambiente', actividad: id },
    ],
    [{ actividad: 'x', date: 'proximas', estado: 'promocionadas', place: 'Cajete' }, {}],
    [
      { cerca: 'aqui', radio: '5' },
      { cerca: 'aqui', radio: '5' },
    ],
    [{ actividad: [id], date: 'pasadas' }, { date: 'pasadas' }],
  ])('%o', (search, expected) => {
    expect(JSON.parse(JSON.stringify(mapSearch(search)))).toEqual(expected);
  });
});

describe('own-filter', () => {
  test.each([
    [{}, {}, false],
    [{ ver: 'otra' }, {}, false],
    [{ colectivo: ' ' }, {}, false],
    [{ colectivo: 'rio' }, { collective: 'rio' }, true],
    [{ ver: 'mias' }, { isOwn: true }, true],
    // One of the two.
    [{ ver: 'mias', colectivo: 'rio' }, { isOwn: true }, true],
  ])('%j selects %j', (search, filter, filtered) => {
    const parsed = ownFilter(ownSearch(search));
    expect(parsed).toEqual(filter);
    expect(hasOwnFilter(parsed)).toBe(filtered);
  });
});

describe('calendar-search', () => {
  test.each([
    [{ mes: '2026-12' }, { mes: '2026-12' }],
    [{ mes: '2200-01' }, {}],
    [{ mes: 'enero' }, {}],
    [
      { mes: '2026-12', categoria: 'ambiente', q: ' olla ', colectivo: 'rio-vivo', cupos: 'libres' },
      { mes: '2026-12', categoria: 'ambiente', q: 'olla', colectivo: 'rio-vivo', cupos: 'libres' },
    ],
    [{ cerca: 'aqui', radio: '5', cupos: 'libres' }, { cupos: 'libres' }],
    // The month decides the time.
    [{ desde: '2026-12-05', hasta: '2026-12-06', date: 'pasadas', categoria: 'x' }, {}],
  ])('%j is read as %j', (given, read) => {
    expect(JSON.parse(JSON.stringify(calendarSearch(given)))).toEqual(read);
  });

  test('the month is no filter', () => {
    expect(isFiltered(filtersOf(calendarSearch({ mes: '2026-12' })))).toBe(false);
    expect(isFiltered(filtersOf(calendarSearch({ mes: '2026-12', etiqueta: 'río' })))).toBe(true);
  });
});

describe('order', () => {
  const cerca = '2.44,-76.61';

  test.each([
    [{ orden: 'fecha' }, undefined],
    [{ q: 'río', orden: 'fecha' }, 'fecha'],
    [{ cerca, orden: 'fecha' }, 'fecha'],
    [{ cerca: 'aqui', orden: 'fecha' }, 'fecha'],
    [{ cerca, orden: 'nombre' }, undefined],
  ])('of %j in the address is %s', (search, orden) => {
    expect(catalogueFilters(search).orden).toBe(orden);
  });

  test.each<[SearchFilters, SearchFilters['orden'], boolean]>([
    [{}, undefined, true],
    [{ q: 'río' }, undefined, false],
    [{ q: 'río', orden: 'fecha' }, 'fecha', true],
    [{ cerca }, undefined, false],
    // 'Cerca' and 'Finde' combine: by day, each with its distance.
    [{ cerca, desde: '2026-11-28', hasta: '2026-11-29' }, 'fecha', true],
  ])('of the request for %j is %s; by day: %s', (filters, orden, isSorted) => {
    const request = withDefaults(filters);
    expect(request.orden).toBe(orden);
    expect(isByDay(request)).toBe(isSorted);
  });
});
