/** Does the text hold each of these words, or its beginning or middle, whatever the accents and capitals? */
export function hasWords(text: string, words: string): boolean {
  const plainText = plain(text);
  return plain(words)
    .split(/\s+/)
    .every(word => plainText.includes(word));
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
