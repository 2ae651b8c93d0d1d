import { expect, test } from 'vitest';
import { mapStyle } from './map-style.ts';

test.each(['light', 'dark'] as const)('%s: without the file the ground is paper with a grid', scheme => {
  const { sources, layers } = mapStyle(scheme, false);
  expect(Object.keys(sources)).toEqual(['grid']);
  expect(layers.map(({ id }) => id)).toEqual(['paper', 'grid']);
});

test.each(['light', 'dark'] as const)('%s: with the file only this site is asked', scheme => {
  const style = mapStyle(scheme, true);
  expect(JSON.stringify(style)).not.toMatch(/https?:/);
  expect([style.glyphs, style.sprite]).toEqual([undefined, undefined]);
  const sourceLayers = new Set(
    style.layers.flatMap(layer => ('source-layer' in layer ? [layer['source-layer']] : [])),
  );
  expect([...sourceLayers].toSorted()).toEqual([
    'boundaries',
    'buildings',
    'earth',
    'landuse',
    'places',
    'roads',
    'water',
  ]);
  expect(new Set(style.layers.map(({ id }) => id)).size).toBe(style.layers.length);
});
