import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PosterLayout, posterLayout, QR, RIBBON, WIDTH } from './draw-layout.ts';
import type { PosterTexts } from './rules.ts';

const texts: PosterTexts = {
  title: 'Siembra',
  day: 'Sábado 5 de diciembre',
  hours: '9:00 a. m.',
  hour: '9:00 a. m.',
  place: '',
  directions: '',
  organisers: 'Ana',
  needs: [],
  url: 'https://minga.example.org/a/7K3M9QX',
  address: 'minga.example.org/a/7K3M9QX',
};
/** The heights of an A4 page, of the image, and of the page above the strips. */
const HEIGHTS = [841.89, 744.1, 605.89];

/** Everything is on the page, in this order from top to bottom, without overlaps. */
function expectToFit({ height, banner, blocks, qrTop }: PosterLayout): void {
  expect(banner).toBeGreaterThan(0);
  let above = banner;
  for (const { lines, size, leading, x, y, width } of blocks) {
    expect(y).toBeGreaterThanOrEqual(above);
    above = y + size * (0.98 + (lines.length - 1) * leading);
    for (const line of lines) expect(x + line.width).toBeLessThanOrEqual(x + width + 0.5);
    expect(x + width).toBeLessThanOrEqual(WIDTH);
  }
  expect(above).toBeLessThanOrEqual(height - RIBBON);
  expect(qrTop + QR).toBeLessThanOrEqual(height - RIBBON);
}

describe.each(HEIGHTS)('on a page %d points high', height => {
  it('fits the longest and widest texts that there can be', () => {
    for (const letter of ['W', 'W ', 'palabra ', '李', 'م']) {
      const filled = (length: number) => letter.repeat(length).slice(0, length).trim();
      const need = `Faltan 1000 personas en ${filled(60)}`;
      const longest: PosterTexts = {
        ...texts,
        title: filled(90),
        place: filled(40),
        directions: filled(300),
        organisers: filled(80),
        hours: '9:00 a. m., hasta el miércoles 30 de septiembre de 2027, 11:00 a. m.',
        day: 'Miércoles 30 de septiembre de 2026',
        needs: [need, need, need],
        address: 'voluntariado.juventudes.popayan-cauca.gov.co/a/7K3M9QX',
      };
      for (const banner of ['weave', 'cropped', 'framed'] as const)
        expectToFit(posterLayout(longest, { height, banner }));
    }
  });

  it('fits marks that are wider in visual order', () => {
    const title = 'ų⩴ⶀऄﹲऄ';
    expectToFit(posterLayout({ ...texts, title }, { height, banner: 'framed' }));
  });

  it('fits whatever is typed', () => {
    const text = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength });
    const typed = fc.record({
      title: text(90),
      place: text(40),
      directions: text(300),
      organisers: text(80),
    });
    fc.assert(
      fc.property(typed, changed =>
        expectToFit(posterLayout({ ...texts, ...changed }, { height, banner: 'framed' })),
      ),
      { numRuns: 25 },
    );
  });
});
