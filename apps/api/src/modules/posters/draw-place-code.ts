import { light } from '../../platform/mail/palette.ts';
import { createPageWriter, type FontName, PAGES, type Tag } from '../../platform/paper/page-writer.ts';
import { longestWord, type TextLine, textLines } from '../../platform/paper/text-layout.ts';
import { heightOf, MARGIN, NAME_HEIGHT, RIBBON, WIDTH } from './draw-layout.ts';
import { drawName, drawWeave } from './draw-poster.ts';
import { drawCode, pdfSurface, type Surface } from './draw-surface.ts';
import type { PlaceCodeDrawing } from './rules.ts';

const BANNER = 46;
const TEXT_WIDTH = WIDTH - 2 * MARGIN;
/** 10.9 cm: a phone reads it from a metre away. */
const CODE = 310;
const LEADING = 1.16;
const TITLE_SIZES = [34, 30, 26, 23, 20, 18, 16];
const TITLE_LINES_MAX = 3;
const ADDRESS_SIZES = [17, 15.5, 14, 13, 12, 11, 10];

interface Text {
  readonly tag: Tag;
  readonly lines: readonly TextLine[];
  readonly size: number;
  readonly color: string;
}

const lined = (tag: Tag, text: string, font: FontName, size: number, color: string): Text => ({
  tag,
  size,
  color,
  lines: textLines(text, font, size, TEXT_WIDTH),
});

/** The text at the largest size at which it takes at most `max` lines, with no word that is wider than a line. */
function fitted(sizes: readonly number[], max: number, font: FontName, text: string): number {
  const fits = (size: number) =>
    textLines(text, font, size, TEXT_WIDTH).length <= max && longestWord(text, font, size) <= TEXT_WIDTH;
  return sizes.find(fits) ?? sizes.at(-1) ?? 0;
}

/** Draws the sheet as a PDF of one A4 page (docs/rules.md R22.6). Runs in the image process. */
export async function drawPlaceCode(drawing: PlaceCodeDrawing): Promise<Buffer> {
  const { id, title, day, hours, url, address, editedAt, brand } = drawing;
  const writer = createPageWriter({
    size: 'a4',
    title: `Registra tu llegada: ${title}`,
    subject: `${day}, ${hours}`,
    createdAt: editedAt,
    brand,
  });
  const surface = pdfSurface(writer);
  const foot = PAGES.a4.height - RIBBON;
  surface.decorate(() => drawWeave(surface, id, { x: 0, y: 0, width: WIDTH, height: BANNER }));
  let y = BANNER + 34;
  const write = (text: Text, gap: number) => {
    drawCentred(surface, text, y);
    y += heightOf(text.lines, text.size, LEADING) + gap;
  };
  write(lined('H1', 'Registra tu llegada', 'heading', 48, light.forest), 10);
  const how = 'Enfoca este código con la cámara de tu celular, abre la página y toca «Ya llegué».';
  write(lined('P', how, 'text', 18, light.ink), 26);
  const code = { x: (WIDTH - CODE) / 2, y, width: CODE, height: CODE };
  surface.part('Figure', () => drawCode(surface, url, code, light.ink), `Código QR de ${url}`);
  y += CODE + 26;
  write(lined('P', 'Si tu cámara no lo lee, escribe esta dirección:', 'text', 14, light.ink), 4);
  const size = fitted(ADDRESS_SIZES, 1, 'strong', address);
  write(lined('P', address, 'strong', size, light.forest), 24);
  const titleSize = fitted(TITLE_SIZES, TITLE_LINES_MAX, 'heading', title);
  write(lined('P', title, 'heading', titleSize, light.ink), 5);
  write(lined('P', `${day}, ${hours}`, 'strong', 16, light.clay), 10);
  drawName(surface, foot - NAME_HEIGHT - 16);
  surface.decorate(() => drawWeave(surface, id, { x: 0, y: foot, width: WIDTH, height: RIBBON }));
  return writer.end();
}

/** The position of the baseline below the top of a line, in font sizes. */
const ASCENT = 0.78;

function drawCentred(surface: Surface, { tag, lines, size, color }: Text, top: number): void {
  surface.part(tag, () => {
    lines.forEach((line, index) => {
      let left = (WIDTH - line.width) / 2;
      for (const run of line.runs) {
        surface.run(run, { x: left, baseline: top + size * (ASCENT + index * LEADING), size, color });
        left += run.width;
      }
    });
  });
}
