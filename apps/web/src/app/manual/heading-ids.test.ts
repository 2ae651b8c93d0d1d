import { expect, test } from 'vitest';
import { headingIds } from './heading-ids.ts';

test('headings have the ids that GitHub gives them', () => {
  const idOf = headingIds();
  expect(
    ['Poner una contraseña nueva, si la olvidaste', '¿Quién ve mis datos?', 'Wi-Fi y PC', 'Wi-Fi y PC'].map(
      idOf,
    ),
  ).toEqual([
    'poner-una-contraseña-nueva-si-la-olvidaste',
    'quién-ve-mis-datos',
    'wi-fi-y-pc',
    'wi-fi-y-pc-1',
  ]);
});
