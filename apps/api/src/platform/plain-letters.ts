/**
 * A text with the letters of compatibility that a font lacks in their plain form ('fi' for 'ﬁ', 'm' for '𝗺', 'n' for 'ｎ'), composed as
 * fonts have them. What the font has stays: 'º' is no 'o'.
 */
export const plainLetters = (text: string, isDrawn: (character: string) => boolean): string =>
  [...text.normalize('NFC')]
    .map(character => (isDrawn(character) ? character : character.normalize('NFKC')))
    .join('');
