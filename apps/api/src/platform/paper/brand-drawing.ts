import encodeQR from 'qr';
import { light } from '../mail/palette.ts';
import type { Box, PageWriter } from './page-writer.ts';

// The parts of the product's design that all printed pages share. Lengths are in points.

/** The red yarn of the woven pattern and the handle of the basket. */
const RED = '#d9694a';

/** The height of the band at the top of a page. */
const BAND = 34;
const ZIGZAG = 17;

/** Draws the woven pattern of the logo's basket across the top of the page. */
export function drawBand({ document, decorate, page, brand }: PageWriter): void {
  decorate(() => {
    document.rect(0, 0, page.width, BAND).fill(brand.forest);
    const count = Math.ceil(page.width / ZIGZAG) + 1;
    document.moveTo(-ZIGZAG, BAND - 9);
    for (let index = 0; index < count; index += 1)
      document.lineTo(index * ZIGZAG, index % 2 === 0 ? 9 : BAND - 9);
    document.lineWidth(4).lineJoin('round').stroke(light.maize);
    for (let index = 0; index < count; index += 1) {
      const [x, y] = [index * ZIGZAG, index % 2 === 0 ? BAND - 9 : 9];
      document
        .polygon([x, y - 4.5], [x + 4.5, y], [x, y + 4.5], [x - 4.5, y])
        .fill(index % 2 === 0 ? light.paper : RED);
    }
  });
}

/** Draws the logo of apps/web/public/icon.svg, 37 points wide, followed by the site's name. */
export function drawLogo(
  { document, decorate, part, text, brand }: PageWriter,
  { x, y }: Pick<Box, 'x' | 'y'>,
): void {
  decorate(() => {
    document.save().translate(x, y).scale(1.15);
    document
      .path('M9.5 13.5C8.6 3.6 23.4 3.6 22.5 13.5')
      .lineWidth(2.8)
      .stroke(RED)
      .path('M4.5 12h23l-1.5 13.2a4 4 0 0 1-4 3.8H10a4 4 0 0 1-4-3.8z')
      .fill(brand.forest)
      .path('M5.3 19.4l3.6-4 3.55 4 3.55-4 3.55 4 3.55-4 3.6 4')
      .lineWidth(2.2)
      .lineJoin('round')
      .stroke(light.maize)
      .path('M16 20.6l2.6 2.7-2.6 2.7-2.6-2.7z')
      .fill(light.paper);
    document.restore();
  });
  part('P', () => {
    text(brand.name, { font: 'heading', size: 24 }, { x: x + 44, y: y + 6, width: 400 });
  });
}

/**
 * Draws the QR code of a URL as a square without a border: the surroundings must be white for the width of four modules (ISO/IEC 18004).
 */
export function drawQr(document: PageWriter['document'], url: string, { x, y, width }: Box): void {
  const modules = encodeQR(url, 'raw', { border: 1 })
    .slice(1, -1)
    .map(row => row.slice(1, -1));
  const size = width / modules.length;
  modules.forEach((row, down) => {
    row.forEach((isDark, across) => {
      // The overlap prevents that viewers draw thin lines between the squares.
      if (isDark) document.rect(x + across * size, y + down * size, size + 0.1, size + 0.1);
    });
  });
  document.fill(light.ink);
}
