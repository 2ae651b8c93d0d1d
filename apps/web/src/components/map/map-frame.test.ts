import { expect, test } from 'vitest';
import { mapScale } from './map-frame.tsx';

test.each([
  [0, 3, '500 km', 51],
  [2.44, 12, '1 km', 52],
  [2.44, 16, '100 m', 84],
  [2.44, 19, '10 m', 67],
  [60, 12, '500 m', 52],
])('at latitude %d and zoom %d', (latitude, zoom, text, pixels) => {
  expect(mapScale(latitude, zoom, 100)).toEqual({ text, pixels });
});
