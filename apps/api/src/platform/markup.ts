/** Text as HTML or XML, in an element or a quoted attribute. Characters that XML cannot hold are left out. */
export const escapeMarkup = (text: string): string =>
  text
    .replaceAll(NOT_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** What XML 1.0 section 2.2 does not allow, not even escaped. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** JSON inside a script element: '<' escaped, since a title must not be able to close the element. */
export const escapeScript = (json: string): string => json.replaceAll('<', '\\u003c');

/** Printed instead of a letter that no font has. */
export const REPLACEMENT = '□';
const LETTER = /[\p{L}\p{N}]/u;

interface Fonts {
  /** Whether the font of the text has a character. */
  readonly isDrawn: (character: string) => boolean;
  /** Whether the fallback font has a character. */
  readonly isInFallback: (character: string) => boolean;
}

/**
 * A text of characters that one of the two fonts has. The letters of compatibility that the first lacks are in their plain form ('fi' for
 * 'ﬁ', 'm' for '𝗺', 'n' for 'ｎ'), composed as fonts have them. What the font has stays: 'º' is no 'o'. A letter that no font has, which the
 * fields refuse (packages/contract/src/text.ts), is a visible box; other characters (pictographs) are left out.
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
