import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { differenceText, mapEntries, mapPoints } from './map-entries.ts';

const location = { latitude: 2.44, longitude: -76.6 };
const placed = (id: string) => anActivity({ _id: id, location });
const unplaced = (id: string) => anActivity({ _id: id, location: null });

test('only activities with a location that the viewer may see become points', () => {
  expect(mapPoints([placed('a'), unplaced('b')])).toEqual([{ id: 'a', position: location }]);
});

test('the activity of the address is first, and once', () => {
  const ids = (focused: string | undefined) =>
    mapEntries(focused === undefined ? undefined : placed(focused), [placed('a'), placed('b')]).map(
      ({ _id }) => _id,
    );
  expect(ids(undefined)).toEqual(['a', 'b']);
  expect(ids('b')).toEqual(['b', 'a']);
  expect(ids('c')).toEqual(['c', 'a', 'b']);
});

const many = Array.from({ length: 500 }, (_, index) => placed(String(index)));

test.each([
  [0, [], ''],
  [2, [placed('a'), placed('b')], ''],
  [2, [placed('a'), unplaced('b')], '1 no tiene un punto en el mapa y está solo en la lista.'],
  [
    3,
    [placed('a'), unplaced('b'), unplaced('c')],
    '2 no tienen un punto en el mapa y están solo en la lista.',
  ],
  [2, [unplaced('a'), unplaced('b')], 'Ninguna tiene todavía un punto en el mapa.'],
  [500, many, ''],
  [1204, many, 'Aquí están las primeras 500: busca o filtra para ver las demás.'],
  [
    1204,
    [...many.slice(1), unplaced('x')],
    'Aquí están las primeras 500: busca o filtra para ver las demás. 1 no tiene un punto en el mapa y está solo en la lista.',
  ],
])('%d results, %# of the table: the difference is explained', (total, activities, expected) => {
  expect(differenceText(total, activities)).toBe(expected);
});
