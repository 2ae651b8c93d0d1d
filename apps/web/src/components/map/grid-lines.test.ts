import { expect, test } from 'vitest';
import { gridLines } from './grid-lines.ts';

test.each([
  [[-76.7, 2.3, -76.5, 2.5], 0.02],
  [[-80, -5, -66, 13], 2],
  [[-76.6001, 2.44, -76.6, 2.4401], 0.001],
] as const)('%o has lines at round degrees, also around it', (bounds, step) => {
  const lines = gridLines([...bounds]);
  const meridians = lines.filter(([[from], [to]]) => from === to).map(([[x]]) => x);
  const inside = meridians.filter(x => x >= bounds[0] && x <= bounds[2]);
  expect(Math.min(...meridians)).toBeLessThan(bounds[0]);
  expect(Math.max(...meridians)).toBeGreaterThan(bounds[2]);
  expect(inside.length).toBeLessThan(13);
  for (const x of meridians) expect(Math.abs(x / step - Math.round(x / step))).toBeLessThan(1e-6);
});

test('the whole world has no more lines than a screen can show', () => {
  expect(gridLines([-180, -85, 180, 85]).length).toBeLessThan(200);
});
