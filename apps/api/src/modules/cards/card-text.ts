import satori from 'satori';
import { FALLBACK_FONT, fallbackFont } from '../../platform/fallback-font.ts';
import { plainLetters, REPLACEMENT } from '../../platform/plain-letters.ts';
import { joinedLetters, RTL } from '../../platform/right-to-left.ts';
import type { CardFonts } from './card-fonts.ts';
import { CANVAS, type CardTexts, cardLayout, TEXT_AREA, TEXT_COLUMN_KEY } from './card-layout.ts';

/** Font sizes of the title in pixels; the first that fits is used. */
const TITLE_SIZES = [92, 80, 68, 58, 50, 43, 36, 30];
/** Smaller sizes, used only if the whole title does not fit otherwise. */
const SMALL_TITLE = 50;
const NO_TITLE = 'Actividad solidaria';

/** A card's texts as an SVG of the size of `CANVAS`, with glyphs as paths and the largest title that fits. */
export async function renderCardText(texts: CardTexts, fonts: CardFonts): Promise<string> {
  const { fonts: needed, ...supported } = await replaceUnsupportedCharacters(texts, fonts);
  const longest = longestWordWidth(supported.title);
  // Words too long even in the smallest size are broken at the end of the line.
  const canBreakWords = longest * SMALL_TITLE > TEXT_AREA.width;
  let svg = '';
  for (const titleSize of TITLE_SIZES) {
    let height = 0;
    svg = await satori(cardLayout({ ...supported, titleSize }), {
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

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3|\ufe0f|\u200d/gu;

/** Removes characters that the fonts lack, which would be drawn as empty boxes. */
async function replaceUnsupportedCharacters(
  { title, date, place }: CardTexts,
  fonts: CardFonts,
): Promise<CardTexts & { fonts: CardFonts }> {
  const withoutEmoji = (text: string) => text.normalize('NFC').replaceAll(EMOJI, '');
  const texts = { title: withoutEmoji(title), date, place: withoutEmoji(place) };
  const missing = new Set<string>();
  await satori(cardLayout({ ...texts, titleSize: SMALL_TITLE }), {
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
