import { SITE_NAME } from '@minga/contract/site-words';
import { expect, it } from 'vitest';
import type { Search } from './feed-paths.ts';
import { feedTitle, searchTitle } from './rules.ts';

const cerca = { latitude: 2.44, longitude: -76.61 };

it.each<[Search, string]>([
  [{}, 'actividades'],
  [{ q: 'olla', place: 'Timbío' }, '«olla» en Timbío'],
  [{ categoria: 'ambiente', place: 'Popayán', cupos: 'libres' }, 'Ambiente en Popayán, con cupos'],
  [{ categoria: 'infancia', q: 'cometa', etiqueta: 'aire libre' }, 'Niñez, «cometa», #aire libre'],
  [{ desde: '2026-12-05', hasta: '2026-12-05' }, 'actividades, el 5 de diciembre de 2026'],
  [
    { desde: '2026-12-01', hasta: '2027-01-06' },
    'actividades, desde el 1 de diciembre de 2026, hasta el 6 de enero de 2027',
  ],
  [{ cerca }, 'actividades, a 20 km a la redonda'],
  [{ cerca, radio: 5, estado: 'promocionadas' }, 'actividades, a 5 km a la redonda, promocionadas'],
  // Without a point a radius has no effect.
  [{ radio: 5 }, 'actividades'],
])('%j: %s', (search, title) => {
  expect(feedTitle(search)).toBe(`${SITE_NAME}: ${title}`);
});

it('names the collective', () => {
  expect(searchTitle({ colectivo: 'rio-vivo', categoria: 'ambiente' }, 'Río Vivo')).toBe(
    'Ambiente de Río Vivo',
  );
});
