import { light } from '../../platform/mail/palette.ts';
import { type FontName, PAGES, type PageWriter } from '../../platform/paper/page-writer.ts';
import { type TextLine, textLines } from '../../platform/paper/text-layout.ts';
import { heightOf } from './draw-layout.ts';
import type { PosterTexts } from './rules.ts';

/** The number of strips to tear off. */
const STRIPS = 8;
/** The length of a strip in points, 8.3 cm. */
export const STRIPS_HEIGHT = 236;
const BREADTH = PAGES.a4.width / STRIPS;
const PADDING = { end: 12, side: 7 };
const LENGTH = STRIPS_HEIGHT - 2 * PADDING.end;
const GAP = 4;
const LEADING = 1.1;
const TITLE_SIZES = [15, 14, 13, 12, 11, 10, 9, 8.2, 7.4, 6.6, 6];
const SIZES = [12, 11, 10, 9.2, 8.4, 7.6];

interface Written {
  readonly lines: readonly TextLine[];
  readonly size: number;
  readonly color: string;
}

/** The texts of a strip, with the largest title that fits into its breadth. */
function written({ title, day, hour, address }: PosterTexts): Written[] {
  const facts = [inOneLine(`${day}, ${hour}`, 'text', light.ink), inOneLine(address, 'strong', light.forest)];
  const titles = TITLE_SIZES.map(size => lined(title, 'heading', size, light.ink));
  const fitting =
    titles.find(one => breadthOf([one, ...facts]) <= BREADTH - 2 * PADDING.side) ?? titles.at(-1);
  return [...(fitting === undefined ? [] : [fitting]), ...facts];
}

/** The text at the largest size at which it takes one line, or else in several lines of the smallest size. */
function inOneLine(text: string, font: FontName, color: string): Written {
  const sizes = SIZES.map(size => lined(text, font, size, color));
  return sizes.find(({ lines }) => lines.length === 1) ?? lined(text, font, SIZES.at(-1) ?? 0, color);
}

const lined = (text: string, font: FontName, size: number, color: string): Written => ({
  lines: textLines(text, font, size, LENGTH),
  size,
  color,
});

const breadthOf = (texts: readonly Written[]): number =>
  texts.reduce((sum, { lines, size }) => sum + heightOf(lines, size, LEADING), (texts.length - 1) * GAP);

/** Draws the strips below `top`, to be read from the right side of the page. Screen readers read the first one alone. */
export function drawStrips(writer: PageWriter, texts: PosterTexts, top: number): void {
  const { document, decorate, part } = writer;
  decorate(() => {
    document.lineWidth(0.8).dash(4, { space: 4 }).strokeColor(light.soft);
    document.moveTo(0, top).lineTo(PAGES.a4.width, top);
    for (let strip = 1; strip < STRIPS; strip += 1)
      document.moveTo(strip * BREADTH, top).lineTo(strip * BREADTH, top + STRIPS_HEIGHT);
    document.stroke().undash();
  });
  const blocks = written(texts);
  for (let strip = 0; strip < STRIPS; strip += 1) {
    const draw = () => drawStrip(writer, blocks, strip * BREADTH, top);
    if (strip === 0) part('P', draw);
    else decorate(draw);
  }
}

function drawStrip(
  { document, run }: PageWriter,
  blocks: readonly Written[],
  left: number,
  top: number,
): void {
  document.save();
  document.translate(left, top + STRIPS_HEIGHT - PADDING.end).rotate(-90);
  let y = (BREADTH - breadthOf(blocks)) / 2;
  for (const { lines, size, color } of blocks) {
    lines.forEach((line, index) => {
      let x = line.isRightToLeft ? LENGTH - line.width : 0;
      for (const one of line.runs) {
        run(one, { size, color, x, baseline: y + size * (0.78 + index * LEADING) });
        x += one.width;
      }
    });
    y += heightOf(lines, size, LEADING) + GAP;
  }
  document.restore();
}
