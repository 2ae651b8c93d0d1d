import { expect, it } from 'vitest';
import type { Search } from './feed-paths.ts';
import { feedTitle, searchTitle } from './rules.ts';

const cerca = { latitude: 2.44, longitude: -76.61 };

it.each<[Search, string]>([
  [{}, 'Minga: actividades'],
  [{ q: 'olla', place: 'Timbío' }, 'Minga: «olla» en Timbío'],
  [{ categoria: 'ambiente', place: 'Popayán', cupos: 'libres' }, 'Minga: Ambiente en Popayán, con cupos'],
  [{ categoria: 'infancia', q: 'cometa', etiqueta: 'aire libre' }, 'Minga: Niñez, «cometa», #aire libre'],
  [{ desde: '2026-12-05', hasta: '2026-12-05' }, 'Minga: actividades, el 5 de diciembre de 2026'],
  [
    { desde: '2026-12-01', hasta: '2027-01-06' },
    'Minga: actividades, desde el 1 de diciembre de 2026, hasta el 6 de enero de 2027',
  ],
  [{ cerca }, 'Minga: actividades, a 20 km a la redonda'],
  [{ cerca, radio: 5, estado: 'promocionadas' }, 'Minga: actividades, a 5 km a la redonda, promocionadas'],
  // Without a point a radius has no effect.
  [{ radio: 5 }, 'Minga: actividades'],
])('%j: %s', (search, title) => {
  expect(feedTitle(search)).toBe(title);
});

it('names the collective', () => {
  expect(searchTitle({ colectivo: 'rio-vivo', categoria: 'ambiente' }, 'Río Vivo')).toBe(
    'Ambiente de Río Vivo',
  );
});
