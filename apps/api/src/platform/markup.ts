/** Escapes text for an element or a quoted attribute of HTML or XML. Characters that XML cannot contain are omitted. */
export const escapeMarkup = (text: string): string =>
  text
    .replaceAll(NOT_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** The characters that XML 1.0 section 2.2 does not allow, not even escaped. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Escapes '<' in JSON inside a script element, so that a title cannot close the element. */
export const escapeScript = (json: string): string => json.replaceAll('<', '\\u003c');

/** Colored pictographs, also those that only U+FE0F or a sequence makes colored: '♥' is a sign of text, '♥\ufe0f' is none. */
const EMOJI =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\u200d\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3|\ufe0f|\u200d/gu;

/** A composed text (NFC) without colored pictographs, which the fonts of cards and posters lack. */
export const withoutEmoji = (text: string): string => text.normalize('NFC').replaceAll(EMOJI, '');

/** The character that replaces a letter that no font has. */
export const REPLACEMENT = '□';
const LETTER = /[\p{L}\p{N}]/u;

interface Fonts {
  /** Whether the font of the text has a character. */
  readonly isDrawn: (character: string) => boolean;
  /** Whether the fallback font has a character. */
  readonly isInFallback: (character: string) => boolean;
}

/**
 * Converts a text to characters that one of the two fonts has. Compatibility characters that the first font lacks are replaced by their
 * plain form ('fi' for 'ﬁ', 'm' for '𝗺', 'n' for 'ｎ'), composed (NFC); those that it has, such as 'º', do not change. A letter that no font
 * has becomes a visible box (new texts cannot contain one: packages/contract/src/text.ts); other such characters (pictographs) are omitted.
 */
export function plainLetters(text: string, { isDrawn, isInFallback }: Fonts): string {
  const drawn = (character: string): string => {
    if (isDrawn(character) || isInFallback(character)) return character;
    return LETTER.test(character) ? REPLACEMENT : '';
  };
  return [...text.normalize('NFC')]
    .map(character => (isDrawn(character) ? character : [...character.normalize('NFKC')].map(drawn).join('')))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
