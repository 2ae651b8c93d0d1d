import { expect, test } from 'vitest';
import { mapSearch } from './map-search.ts';

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
