import satori from 'satori';
import type { CardFonts } from './card-fonts.ts';
import { CANVAS, type CardTexts, COLUMN, cardLayout, ROOM } from './card-layout.tsx';

/** Font sizes of the title in pixels; the first that fits is used. */
const TITLE_SIZES = [92, 80, 68, 58, 50, 43, 36, 30];
/** Smaller sizes, used only if the whole title does not fit otherwise. */
const SMALL_TITLE = 50;
const NO_TITLE = 'Actividad solidaria';

/** A card's texts as an SVG of the size of `CANVAS`, with glyphs as paths and the largest title that fits. */
export async function drawWords(texts: CardTexts, fonts: CardFonts): Promise<string> {
  const known = await inKnownCharacters(texts, fonts);
  const longest = longestWord(known.title);
  // Words too long even in the smallest size are broken at the end of the line.
  const mayBreak = longest * SMALL_TITLE > ROOM.width;
  let drawn = '';
  for (const titleSize of TITLE_SIZES) {
    let height = 0;
    drawn = await satori(cardLayout({ ...known, titleSize }), {
      ...CANVAS,
      fonts,
      onNodeDetected: node => {
        if (node.key === COLUMN) height = node.height;
      },
    });
    if (height <= ROOM.height && (mayBreak || longest * titleSize <= ROOM.width)) break;
  }
  return drawn;
}

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3|\ufe0f|\u200d/gu;

/** Removes characters that the fonts lack, which would be drawn as empty boxes. */
async function inKnownCharacters({ title, date, place }: CardTexts, fonts: CardFonts): Promise<CardTexts> {
  const drawable = (text: string) => text.normalize('NFC').replaceAll(EMOJI, '');
  const texts = { title: drawable(title), date, place: drawable(place) };
  const missing = new Set<string>();
  await satori(cardLayout({ ...texts, titleSize: SMALL_TITLE }), {
    ...CANVAS,
    fonts,
    loadAdditionalAsset: async (_language, characters) => {
      for (const character of characters) missing.add(character);
      return [];
    },
  });
  const known = (text: string) =>
    [...text]
      .map(character => (missing.has(character) ? plainLetter(character) : character))
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim();
  return { title: known(texts.title) || NO_TITLE, date, place: known(texts.place) };
}

/** 'e' for 'ẽ'; an empty string for other scripts. */
const plainLetter = (character: string): string => /^[a-z]/i.exec(character.normalize('NFD'))?.[0] ?? '';

/** The approximate width of the longest word, in multiples of the font size. */
function longestWord(text: string): number {
  const widths = text
    .split(/\s+/)
    .map(word => [...word].reduce((width, letter) => width + (/\p{Lu}/u.test(letter) ? 0.72 : 0.53), 0));
  return Math.max(...widths);
}
