import { expect, test } from 'vitest';
import { mapOf } from './rules.ts';

const POPAYAN = { latitude: 2.4448, longitude: -76.6147 };

test.each([
  ['Cusco', 'PE', -13.52, -71.97],
  ['CUZCO, Perú', 'CO', -13.52, -71.97],
  ['Barrio La Esmeralda, Popayán', 'CO', 2.4448, -76.6147],
  ['San José', 'CR', 9.93, -84.08],
  ['Mérida', 'MX', 20.97, -89.62],
  ['Mérida', 'VE', 8.59, -71.15],
])('%s in %s', (place, country, latitude, longitude) => {
  const { start, bounds } = mapOf([], { place, country });
  expect(start).toEqual({ latitude, longitude, zoom: 12 });
  expect((bounds?.west ?? 0) < longitude && (bounds?.east ?? 0) > longitude).toBe(true);
});

test('an unknown place shows its country, an unknown country the continent, without a rectangle', () => {
  const start = { latitude: -12.05, longitude: -77.04, zoom: 5 };
  expect(mapOf([], { place: 'Ollantaytambo', country: 'PE' })).toEqual({ start, bounds: null });
  expect(mapOf([], { place: 'Ollantaytambo', country: 'JP' })).toMatchObject({ start: { zoom: 3 } });
});

test('activities count more than the place, one abroad does not move the map', () => {
  const near = Array.from({ length: 30 }, (_, index) => ({ ...POPAYAN, latitude: 2.4 + index / 1000 }));
  const { start, bounds } = mapOf([...near, { latitude: 40, longitude: 2 }], {
    place: 'Cusco',
    country: 'PE',
  });
  expect(start.longitude).toBe(POPAYAN.longitude);
  expect(bounds).toEqual({ west: -76.76, south: 2.27, east: -76.46, north: 2.57 });
});

test('a wide region has all its positions but the farthest', () => {
  const positions = [0, 1, 2, 3, 4].map(step => ({ latitude: 1 + step / 10, longitude: -76 - step }));
  expect(mapOf(positions, { place: 'Cusco', country: 'PE' }).bounds).toEqual({
    west: -80,
    south: 1,
    east: -76,
    north: 1.4,
  });
});
