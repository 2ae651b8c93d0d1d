/** Tells whether a text contains each of these words, also as a part of a word, ignoring case and accents. */
export function wordMatcher(words: string): (text: string) => boolean {
  const plainWords = withoutAccents(words).split(/\s+/);
  return text => {
    const plainText = withoutAccents(text);
    return plainWords.every(word => plainText.includes(word));
  };
}

/** 'Ñáñez ' → 'nanez'. */
export const withoutAccents = (text: string): string =>
  PLAIN.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Small letters, digits and single spaces, which stay as they are. */
const PLAIN = /^[a-z\d]+(?: [a-z\d]+)*$/;
