import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandOf, CONTRAST_MIN, contrastOf, shadesOf } from './site-colour.ts';

const GROUNDS = { light: ['#fbf8f2', '#fffefb', '#f4eee2'], dark: ['#121c19', '#1a2723', '#0d1512'] };
const INK = { light: '#1d2a26', dark: '#f3eee3' };
const colour = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map(value => `#${value.toString(16).padStart(6, '0')}`);

test.each(['light', 'dark'] as const)('%s: every colour has the contrast of AA in every pair', scheme => {
  fc.assert(
    fc.property(colour, chosen => {
      const { base, hover, contrast, soft, softHover, text } = shadesOf(chosen, scheme);
      const pairs = [
        ...[base, hover].map(surface => [contrast, surface]),
        ...[soft, softHover, ...GROUNDS[scheme]].map(ground => [text, ground]),
        ...[soft, softHover].map(ground => [INK[scheme], ground]),
      ] as [string, string][];
      const weak = pairs.filter(([one, other]) => contrastOf(one, other) < CONTRAST_MIN);
      expect(weak).toEqual([]);
      expect(contrastOf('#ffffff', bandOf(chosen))).toBeGreaterThanOrEqual(CONTRAST_MIN);
    }),
    { numRuns: 2000 },
  );
});

test.each(['#000000', '#ffffff', '#ffff00', '#0000ff', '#7f7f7f'])(
  '%s has shades in both schemes',
  chosen => {
    for (const scheme of ['light', 'dark'] as const)
      for (const shade of Object.values(shadesOf(chosen, scheme))) expect(shade).toMatch(/^#[\da-f]{6}$/);
  },
);

test('a colour with enough contrast stays as it was chosen', () => {
  expect(shadesOf('#0e5e4e', 'light').base).toBe('#0e5e4e');
  expect(shadesOf('#7a1f5c', 'light').base).toBe('#7a1f5c');
});
