import { expect, test } from 'vitest';
import { boxesAround } from './search-rules.ts';

/** Degrees of a kilometre along a meridian. */
const KM = 180 / (Math.PI * 6371.0088);

test.each([
  // The equator: as wide as high.
  [0, 0, 100, [{ south: -100 * KM, north: 100 * KM, west: -100 * KM, east: 100 * KM }]],
  // At 60° a degree of longitude is half as long; the circle is widest a little nearer to the pole.
  [60, 10, 50, [{ south: 60 - 50 * KM, north: 60 + 50 * KM, west: 9.100651, east: 10.899349 }]],
  // Across the 180th meridian.
  [
    0,
    179.9,
    100,
    [
      { south: -100 * KM, north: 100 * KM, west: 179.9 - 100 * KM, east: 180 },
      { south: -100 * KM, north: 100 * KM, west: -180, east: -180.1 + 100 * KM },
    ],
  ],
  [
    0,
    -180,
    1,
    [
      { south: -KM, north: KM, west: -180, east: -180 + KM },
      { south: -KM, north: KM, west: 180 - KM, east: 180 },
    ],
  ],
  // Around a pole.
  [-89.5, 20, 100, [{ south: -89.5 - 100 * KM, north: -89.5 + 100 * KM, west: -180, east: 180 }]],
])('around %d,%d within %d km', (latitude, longitude, radiusKm, boxes) => {
  const found = boxesAround({ latitude, longitude, radiusKm });
  expect(found).toHaveLength(boxes.length);
  found.forEach((box, index) => {
    for (const side of ['south', 'north', 'west', 'east'] as const)
      expect(box[side], side).toBeCloseTo(boxes[index]?.[side] ?? Number.NaN, 4);
  });
});
