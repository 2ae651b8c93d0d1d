/** Whether the text contains each of these words, also as a part of a word, ignoring case and accents. */
export function matchesWords(text: string, words: string): boolean {
  const plainText = normalise(text);
  return normalise(words)
    .split(/\s+/)
    .every(word => plainText.includes(word));
}

const normalise = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
