import { SEARCH_MAX } from '@minga/contract/search-values';
import { expect, test } from 'vitest';
import {
  activityFilters,
  attendanceFilters,
  collectiveFilters,
  hasFilters,
  pageIn,
  panelSearchIn,
  userFilters,
} from './search.ts';

const id = '01930000-0000-7000-8000-00000000000a';

test.each([
  ['3', 3],
  [3, 3],
  ['1', 1],
  [undefined, 1],
  ['0', 1],
  ['-2', 1],
  ['2.5', 1],
  ['dos', 1],
  ['1e3', 1],
  ['9999999', 1_000_000],
  ['99999999999999999999', 1],
])('page %j of the URL is page %j', (pagina, page) => {
  expect(pageIn({ pagina })).toBe(page);
});

test('the URL contains valid values, and no page number for the first page', () => {
  expect(panelSearchIn({ q: '  Luz\u0000 ', pagina: '1', estado: '', rol: 7, utm_source: 'x' })).toEqual({
    q: 'Luz',
  });
  expect(panelSearchIn({ q: 'a'.repeat(SEARCH_MAX + 1) }).q).toHaveLength(SEARCH_MAX);
  expect(panelSearchIn({ pagina: '3' }).pagina).toBe('3');
});

test('each list uses only its own filters', () => {
  const search = {
    rol: 'admin',
    estado: 'inactive',
    promocion: 'true',
    q: 'Luz',
    actividad: id,
    usuario: id,
  };
  expect(userFilters(search)).toEqual({ role: 'admin', status: 'inactive', search: 'Luz' });
  expect(activityFilters(search)).toEqual({ promoted: 'true', search: 'Luz' });
  expect(activityFilters({ estado: 'pending' })).toEqual({ status: 'pending' });
  expect(attendanceFilters({ ...search, fecha: '2026-11-21' })).toEqual({
    activityId: id,
    userId: id,
    date: '2026-11-21',
  });
});

test('invalid values are dropped', () => {
  expect(userFilters({ rol: 'superadmin', estado: 'pending' })).toEqual({});
  expect(activityFilters({ estado: 'active', promocion: 'sí' })).toEqual({});
  expect(attendanceFilters({ actividad: 'x', usuario: `${id}0`, fecha: '21/11/2026' })).toEqual({});
});

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-02-31', undefined],
  ['2026-13-01', undefined],
  ['1899-12-31', undefined],
  ['1900-01-01', '1900-01-01'],
  ['2199-12-31', '2199-12-31'],
  ['2200-01-01', undefined],
  ['9999-01-01', undefined],
  ['', undefined],
])('the day %j of the URL is %j', (fecha, date) => {
  expect(attendanceFilters({ fecha }).date).toBe(date);
});

test.each([
  [{}, false],
  [{ search: undefined, role: '' }, false],
  [{ search: 'Luz' }, true],
])('%j has filters: %j', (filters, isFiltered) => {
  expect(hasFilters(filters)).toBe(isFiltered);
});

test.each([
  [
    { estado: 'held', q: 'río' },
    { status: 'held', search: 'río' },
  ],
  [{ estado: 'pending', q: undefined }, {}],
])('the filters of the collectives in %j', (search, filters) => {
  expect(collectiveFilters(search)).toEqual(filters);
});
