import sharp, { type Sharp } from 'sharp';
import { WEAVE_COLUMNS, WEAVE_ROWS, weaveOf } from '../../platform/images/weave.ts';
import { light } from '../../platform/mail/palette.ts';
import { withoutEmoji } from '../../platform/markup.ts';
import { createPageWriter, PAGES } from '../../platform/paper/page-writer.ts';
import { textLines } from '../../platform/paper/text-layout.ts';
import type { Brand } from '../../platform/site/brand.ts';
import {
  type Block,
  MARGIN,
  NAME_HEIGHT,
  NEED_MARK,
  type PosterLayout,
  posterLayout,
  QR,
  QR_LEFT,
  RIBBON,
  type Role,
  WIDTH,
} from './draw-layout.ts';
import { drawStrips, STRIPS_HEIGHT } from './draw-strips.ts';
import { type Area, drawCode, imageSurface, pdfSurface, type Surface } from './draw-surface.ts';
import type { PosterTexts } from './rules.ts';

/** The poster of an activity, as the image process gets it. */
export interface PosterDrawing {
  readonly format: 'a4' | 'a5' | 'tiras' | 'png';
  /** The id of the activity, which determines the woven pattern. */
  readonly id: string;
  readonly texts: PosterTexts;
  /** The file of the activity's picture with its size, or null. */
  readonly picture: { readonly file: Uint8Array; readonly width: number; readonly height: number } | null;
  /** The time of the activity's last edit, which is the PDF's, so that the output is deterministic. */
  readonly editedAt: Date;
  readonly brand: Brand;
}

const IMAGE = { width: 1080, height: 1350 } as const;
const NO_TITLE = 'Actividad solidaria';

/** Draws a poster as a PDF of one page or as a PNG image. Runs in the image process. */
export async function drawPoster({
  format,
  id,
  texts,
  picture,
  editedAt,
  brand,
}: PosterDrawing): Promise<Buffer> {
  const printed = printable(texts);
  const pageHeight = format === 'png' ? (IMAGE.height * WIDTH) / IMAGE.width : PAGES.a4.height;
  const height = format === 'tiras' ? pageHeight - STRIPS_HEIGHT : pageHeight;
  const layout = posterLayout(printed, { height, banner: bannerOf(picture) });
  if (format === 'png') return drawImage({ id, texts: printed, layout, picture, brand });
  const shown = picture === null ? null : await prepared(picture, layout.banner, DENSITY);
  const writer = createPageWriter({
    size: format === 'a5' ? 'a5' : 'a4',
    title: texts.title,
    subject: `${texts.day}, ${texts.hours}`,
    createdAt: editedAt,
    brand,
  });
  const scale = writer.page.width / WIDTH;
  writer.document.scale(scale);
  drawPage(pdfSurface(writer), { id, texts: printed, layout, shown });
  if (format === 'tiras') drawStrips(writer, printed, layout.height);
  return writer.end();
}

const bannerOf = (picture: PosterDrawing['picture']) => {
  if (picture === null) return 'weave';
  return isFramed(picture) ? 'framed' : 'cropped';
};

/** The texts without pictographs, which the fonts lack. A title that is made of them alone has words instead. */
function printable(texts: PosterTexts): PosterTexts {
  const { title, place, directions, organisers, needs } = texts;
  return {
    ...texts,
    title: withoutEmoji(title).trim() || NO_TITLE,
    place: withoutEmoji(place),
    directions: withoutEmoji(directions),
    organisers: withoutEmoji(organisers).trim() || organisers,
    needs: needs.map(withoutEmoji),
  };
}

interface ShownPicture {
  readonly jpeg: Buffer;
  readonly area: Area;
  /** Whether the picture is whole on the weave, or else covers the width of the page. */
  readonly hasFrame: boolean;
}

/** Pictures that are wider than this in relation to their height are cropped to the width of the page. */
const CROPPED_RATIO = 1.2;
const isFramed = ({ width, height }: NonNullable<PosterDrawing['picture']>) => width / height < CROPPED_RATIO;
const FRAME = 6;
const AROUND = 24;
/** The woven ribbon below a picture. */
const EDGE = 24;
const MIN_PICTURE = 40;
/** Pixels per point in a PDF, 158 per inch on A4. */
const DENSITY = 2.2;
const JPEG_BYTES_MAX = 190_000;
const QUALITIES = [80, 70, 60, 48, 36];

/** Crops or shrinks the picture for the banner. Returns null if the banner is too low for a picture. */
async function prepared(
  picture: NonNullable<PosterDrawing['picture']>,
  banner: number,
  scale: number,
  blur = 0,
): Promise<ShownPicture | null> {
  const hasFrame = isFramed(picture);
  const height = hasFrame ? banner - 2 * AROUND : banner - EDGE;
  if (height < MIN_PICTURE) return null;
  const width = hasFrame ? Math.min(WIDTH - 2 * AROUND, (height * picture.width) / picture.height) : WIDTH;
  const area = { x: (WIDTH - width) / 2, y: hasFrame ? AROUND : 0, width, height };
  const resized = sharp(picture.file).resize(Math.round(width * scale), Math.round(height * scale), {
    fit: 'cover',
    position: sharp.strategy.attention,
  });
  if (blur > 0) resized.blur(blur);
  let jpeg: Buffer = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    jpeg = await resized
      .clone()
      .flatten({ background: '#ffffff' })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer();
    if (jpeg.length <= JPEG_BYTES_MAX) break;
  }
  return { jpeg, area, hasFrame };
}

const PNG_BYTES_MAX = 300_000;
const COLOURS = [256, 128, 64, 32];
/** A picture with so much detail that the file would be too large even with few colours loses some of it. */
const BLURS = [0, 1.2, 3, 8];

/** Draws the image with the most detail and colours that keep the file small enough for slow connections. */
async function drawImage({
  id,
  texts,
  layout,
  picture,
  brand,
}: Pick<PosterDrawing, 'id' | 'texts' | 'picture' | 'brand'> & Pick<Poster, 'layout'>): Promise<Buffer> {
  const scale = IMAGE.width / WIDTH;
  let png: Buffer = Buffer.alloc(0);
  for (const blur of BLURS) {
    const shown = picture === null ? null : await prepared(picture, layout.banner, scale, blur);
    const { surface, compose } = imageSurface(scale, brand);
    drawPage(surface, { id, texts, layout, shown });
    png = await encoded(compose(IMAGE.width, IMAGE.height, light.paper));
    if (png.length <= PNG_BYTES_MAX || shown === null) break;
  }
  return png;
}

async function encoded(image: Sharp): Promise<Buffer> {
  const pixels = await image.png({ compressionLevel: 1 }).toBuffer();
  let png: Buffer = Buffer.alloc(0);
  for (const colours of COLOURS) {
    png = await sharp(pixels)
      .png({ palette: true, colours, dither: colours > 128 ? 0.6 : 0, effort: 7 })
      .toBuffer();
    if (png.length <= PNG_BYTES_MAX || png.length > 2.2 * PNG_BYTES_MAX) break;
  }
  return png;
}

interface Poster {
  readonly id: string;
  readonly texts: PosterTexts;
  readonly layout: PosterLayout;
  readonly shown: ShownPicture | null;
}

function drawPage(surface: Surface, { id, texts, layout, shown }: Poster): void {
  surface.decorate(() => {
    drawWeave(surface, id, { x: 0, y: 0, width: WIDTH, height: layout.banner });
    if (shown?.hasFrame) surface.fill(grown(shown.area, FRAME), '#ffffff');
  });
  if (shown !== null)
    surface.part('Figure', () => surface.picture(shown.jpeg, shown.area), 'Imagen de la actividad');
  for (const block of layout.blocks) {
    if (block.role === 'need') surface.decorate(() => drawMark(surface, block));
    surface.part(block.role === 'title' ? 'H1' : 'P', () => drawBlock(surface, block));
  }
  const code = { x: QR_LEFT, y: layout.qrTop, width: QR, height: QR };
  surface.part('Figure', () => drawCode(surface, texts.url, code, light.ink), `Código QR de ${texts.url}`);
  drawName(surface, layout.nameTop);
  surface.decorate(() =>
    drawWeave(surface, id, { x: 0, y: layout.height - RIBBON, width: WIDTH, height: RIBBON }),
  );
}

const grown = ({ x, y, width, height }: Area, by: number): Area => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** The least and the greatest width of a stitch. */
const STITCH = [4, 11] as const;

/** Fills an area with the activity's weave, whose axis is the middle of the height. */
export function drawWeave(surface: Surface, id: string, { x, y, width, height }: Area): void {
  const colourAt = weaveOf(id);
  const lines = Math.max(4, Math.min(WEAVE_COLUMNS, Math.round(height / STITCH[1]) * 2));
  const stitch = Math.max(STITCH[0], height / lines);
  const across = Math.ceil(width / stitch / 2) * 2;
  const count = Math.ceil(height / stitch);
  surface.fill({ x, y, width, height }, colourAt(0, 0));
  for (let line = 0; line < count; line += 1) {
    const column = line + Math.floor((WEAVE_COLUMNS - count) / 2);
    const top = y + line * stitch;
    const tall = Math.min(stitch, y + height - top);
    let from = 0;
    // Neighbours of one colour are one rectangle.
    for (let row = 1; row <= across; row += 1) {
      const yarn = yarnAt(from);
      if (row < across && yarnAt(row) === yarn) continue;
      const left = x + from * stitch;
      const wide = Math.min((row - from) * stitch, x + width - left);
      surface.fill({ x: left, y: top, width: wide, height: tall }, yarn);
      from = row;
    }
    function yarnAt(row: number): string {
      return colourAt(column, Math.abs(row - across / 2) + (WEAVE_ROWS - 1) / 2);
    }
  }
}

const COLORS: Record<Role, string> = {
  title: light.ink,
  day: light.clay,
  hours: light.ink,
  place: light.forest,
  directions: light.ink,
  need: light.ink,
  invitation: light.ink,
  address: light.forest,
  organisers: light.ink,
};

/** The position of the baseline below the top of a line, in font sizes: capitals begin at the top. */
const ASCENT = 0.74;

export function drawBlock(surface: Surface, { role, lines, size, leading, x, y, width }: Block): void {
  lines.forEach((line, index) => {
    let left = line.isRightToLeft ? x + width - line.width : x;
    const baseline = y + size * (ASCENT + index * leading);
    for (const run of line.runs) {
      surface.run(run, { x: left, baseline, size, color: COLORS[role] });
      left += run.width;
    }
  });
}

/** Draws a rhombus of the weave before a need. */
function drawMark(surface: Surface, { size, y }: Block): void {
  const radius = size * 0.32;
  surface.path(
    'M0-1L1 0L0 1L-1 0z',
    { x: MARGIN + NEED_MARK / 3, y: y + size * 0.4, scale: radius },
    { fill: light.clay },
  );
}

const NAME_SIZE = 21;

/** Draws the logo of apps/web/public/icon.svg and the site's name. */
export function drawName(surface: Surface, top: number): void {
  const at = { x: MARGIN - 3, y: top - 3, scale: (NAME_HEIGHT + 4) / 32 };
  surface.decorate(() => {
    surface.path('M9.5 13.5C8.6 3.6 23.4 3.6 22.5 13.5', at, { stroke: '#d9694a', lineWidth: 2.8 });
    surface.path('M4.5 12h23l-1.5 13.2a4 4 0 0 1-4 3.8H10a4 4 0 0 1-4-3.8z', at, { fill: light.forest });
    surface.path('M5.3 19.4l3.6-4 3.55 4 3.55-4 3.55 4 3.55-4 3.6 4', at, {
      stroke: light.maize,
      lineWidth: 2.2,
    });
    surface.path('M16 20.6l2.6 2.7-2.6 2.7-2.6-2.7z', at, { fill: light.paper });
  });
  surface.part('P', () => {
    const [line] = textLines(surface.brand.name, 'heading', NAME_SIZE, WIDTH);
    let left = MARGIN + NAME_HEIGHT + 8;
    for (const run of line?.runs ?? []) {
      surface.run(run, { x: left, baseline: top + NAME_HEIGHT - 7, size: NAME_SIZE, color: light.ink });
      left += run.width;
    }
  });
}
