import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import satori from 'satori';
import { type Drawing, draw } from '../../platform/images/drawing.ts';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '../../platform/images/picture.ts';
import { WEAVE_COLUMNS, WEAVE_ROWS } from '../../platform/images/weave.ts';
import { light } from '../../platform/mail/palette.ts';
import { plainLetters, REPLACEMENT, withoutEmoji } from '../../platform/markup.ts';
import { FALLBACK_FONT, fallbackFont, joinedLetters, RTL } from '../../platform/right-to-left.ts';
import type { Brand } from '../../platform/site/brand.ts';
import {
  CANVAS,
  type CardTexts,
  cardLayout,
  cardWeave,
  MARGIN,
  TEXT_AREA,
  TEXT_COLUMN_KEY,
  WEAVE_WIDTH,
} from './card-layout.ts';

const require = createRequire(import.meta.url);

export type CardFonts = { name: string; data: Buffer }[];

/** The font files. Each family has a subset for further languages in Latin script, for example for 'ũ' in Nasa Yuwe. */
const FILES = {
  'Bricolage Grotesque': require.resolve(
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff',
  ),
  'Bricolage Grotesque Ext': require.resolve(
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff',
  ),
  Figtree: require.resolve('@fontsource/figtree/files/figtree-latin-600-normal.woff'),
  'Figtree Ext': require.resolve('@fontsource/figtree/files/figtree-latin-ext-600-normal.woff'),
};

/** The fonts of the cards, by the names that the layout uses. */
export const readCardFonts = (): Promise<CardFonts> =>
  Promise.all(Object.entries(FILES).map(async ([name, file]) => ({ name, data: await readFile(file) })));

/** Font sizes of the title in pixels; the first that fits is used. */
const TITLE_SIZES = [92, 80, 68, 58, 50, 43, 36, 30];
/** The font size below which the title is reduced only if it does not fit otherwise. */
const SMALL_TITLE = 50;
const NO_TITLE = 'Actividad solidaria';

/** A card's texts as an SVG of the size of `CANVAS`, with glyphs as paths and the largest title that fits. */
export async function renderCardText(texts: CardTexts, brand: Brand, fonts: CardFonts): Promise<string> {
  const { fonts: needed, ...supported } = await replaceUnsupportedCharacters(texts, brand, fonts);
  const longest = longestWordWidth(supported.title);
  // Words that are too long at `SMALL_TITLE` are broken at the end of the line.
  const canBreakWords = longest * SMALL_TITLE > TEXT_AREA.width;
  let svg = '';
  for (const titleSize of TITLE_SIZES) {
    let height = 0;
    svg = await satori(cardLayout({ ...supported, brand, titleSize }), {
      ...CANVAS,
      fonts: needed,
      onNodeDetected: node => {
        if (node.key === TEXT_COLUMN_KEY) height = node.height;
      },
    });
    if (height <= TEXT_AREA.height && (canBreakWords || longest * titleSize <= TEXT_AREA.width)) break;
  }
  return svg;
}

/** Replaces or removes characters that the fonts lack, which would be drawn as empty boxes. Adds the fallback font if needed. */
async function replaceUnsupportedCharacters(
  { title, date, place }: CardTexts,
  brand: Brand,
  fonts: CardFonts,
): Promise<CardTexts & { fonts: CardFonts }> {
  const texts = { title: withoutEmoji(title), date, place: withoutEmoji(place) };
  const missing = new Set<string>();
  await satori(cardLayout({ ...texts, brand, titleSize: SMALL_TITLE }), {
    ...CANVAS,
    fonts,
    loadAdditionalAsset: async (_language, characters) => {
      for (const character of characters) missing.add(character);
      return [];
    },
  });
  const replaceMissing = (text: string) =>
    joinedLetters(plainLetters(text, { isDrawn: character => !missing.has(character), isInFallback }));
  const drawn = { title: replaceMissing(texts.title) || NO_TITLE, date, place: replaceMissing(texts.place) };
  const isNeeded = [...drawn.title, ...drawn.place].some(
    character => missing.has(character) || RTL.test(character) || character === REPLACEMENT,
  );
  if (!isNeeded) return { ...drawn, fonts };
  return { ...drawn, fonts: [...fonts, { name: FALLBACK_FONT, data: fallbackFont().data }] };
}

const isInFallback = (character: string): boolean =>
  fallbackFont().font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

/** The approximate width of the longest word, in multiples of the font size. */
function longestWordWidth(text: string): number {
  const widths = text
    .split(/\s+/)
    .map(word => [...word].reduce((width, letter) => width + (/\p{Lu}/u.test(letter) ? 0.72 : 0.53), 0));
  return Math.max(...widths);
}

export interface CardDrawing {
  /** The id of the activity, which determines the woven pattern. */
  readonly id: string;
  readonly texts: CardTexts;
  readonly brand: Brand;
}

const fonts = readCardFonts();

/** Draws a card as PNG. Runs in the image process. */
export const renderCard = async ({ id, texts, brand }: CardDrawing): Promise<Buffer> =>
  draw(cardOf(id, brand, await renderCardText(texts, brand, await fonts)));

function cardOf(id: string, brand: Brand, textSvg: string): Drawing {
  const weave = `<svg xmlns="http://www.w3.org/2000/svg" width="${WEAVE_WIDTH}" height="${PREVIEW_HEIGHT}" viewBox="0 0 ${WEAVE_COLUMNS} ${WEAVE_ROWS}" shape-rendering="crispEdges">${cardWeave(id).replaceAll(light.forest, brand.forest)}</svg>`;
  return {
    width: PREVIEW_WIDTH,
    height: PREVIEW_HEIGHT,
    background: light.paper,
    layers: [
      { svg: textSvg, left: MARGIN, top: MARGIN },
      { svg: weave, left: PREVIEW_WIDTH - WEAVE_WIDTH, top: 0 },
    ],
    format: 'png',
  };
}
