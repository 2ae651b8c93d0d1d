import { expect, test } from 'vitest';
import { calendarSearch, filtersOf, isFiltered } from './calendar-search.ts';

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
