import { expect, test } from 'vitest';
import { clusterPoints } from './map-points.tsx';

const at = (id: string, latitude: number, longitude: number) => ({ id, position: { latitude, longitude } });
const groups = (points: Parameters<typeof clusterPoints>[0], zoom: number) =>
  clusterPoints(points, zoom).map(({ ids }) => ids.join());

/** 0.01 degrees are 1.1 km: 14 pixels at zoom 10, 932 at zoom 16. */
const near = [at('a', 2.44, -76.6), at('b', 2.45, -76.6), at('c', 3.44, -76.6)];

test('markers that would overlap are one group, which divides on zooming in', () => {
  expect(groups(near, 10)).toEqual(['a,b', 'c']);
  expect(groups(near, 16)).toEqual(['a', 'b', 'c']);
  expect(groups(near, 3)).toEqual(['a,b,c']);
});

test('a group is at the mean of its points', () => {
  expect(clusterPoints(near.slice(0, 2), 10)[0]?.position).toEqual({
    latitude: expect.closeTo(2.445, 9),
    longitude: -76.6,
  });
});

test('points at the same place stay together at every zoom', () => {
  expect(groups([at('a', 2.44, -76.6), at('b', 2.44, -76.6)], 22)).toEqual(['a,b']);
});

test('every point is in one group', () => {
  const many = Array.from({ length: 500 }, (_, index) =>
    at(String(index), 2.4 + (index % 23) / 300, -76.6 - (index % 37) / 300),
  );
  for (const zoom of [4, 9.5, 12, 18]) {
    const ids = clusterPoints(many, zoom).flatMap(cluster => cluster.ids);
    expect(ids.toSorted()).toEqual(many.map(({ id }) => id).toSorted());
  }
});

test('the poles have a pixel', () => {
  const [pole] = clusterPoints([at('a', 90, 180)], 4);
  expect(pole?.ids).toEqual(['a']);
});
