import { newSavedSearch } from '@minga/contract/saved-searches';
import { expect, it } from 'vitest';
import { columnsOf, inWords } from './rules.ts';

const columns = (filters: object) => columnsOf(newSavedSearch.parse({ filters }).filters);

it.each([
  [{ q: ' Río ' }, '«Río»'],
  [{ q: 'río', categoria: 'ambiente', cerca: '2.44,-76.61' }, '«río» · Ambiente · a 20 km'],
  [{ place: 'Caldas', etiqueta: '#Aves', cupos: 'libres' }, 'en «Caldas» · #aves · con cupo'],
  [{ categoria: 'infancia', cerca: '2,-76', radio: '7.5' }, 'Niñez · a 7,5 km'],
  [{ accesible: 'sombra,sin-escalones,sombra' }, 'sin escalones · sombra'],
  [{ radio: '7' }, ''],
  [{ desde: '2026-12-01', hasta: '2026-12-05', date: 'proximas', estado: 'promocionadas' }, ''],
])('%j in words: %s', (filters, words) => {
  expect(inWords({ ...columns(filters), collectiveName: null })).toBe(words);
});

it('names the collective', () => {
  expect(inWords({ ...columns({ q: 'agua' }), collectiveName: 'Junta' })).toBe('«agua» · de Junta');
});

it('rounds the point', () => {
  const { latitude, longitude, radiusKm } = columns({ cerca: '2.441999,-76.605001', radio: '5' });
  expect([latitude, longitude, radiusKm]).toEqual([2.44, -76.61, 5]);
});
