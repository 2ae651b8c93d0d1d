/** Tells whether a text contains each of these words, also as a part of a word, ignoring case and accents. */
export function wordMatcher(words: string): (text: string) => boolean {
  const plainWords = normalise(words).split(/\s+/);
  return text => {
    const plainText = normalise(text);
    return plainWords.every(word => plainText.includes(word));
  };
}

const normalise = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
