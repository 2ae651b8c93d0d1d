/** The answers to '¿Cómo te fue?', the best first. */
export const ratings = [
  { rating: 5, words: 'Me encantó' },
  { rating: 4, words: 'Me gustó' },
  { rating: 3, words: 'Estuvo bien' },
  { rating: 2, words: 'Le faltó' },
  { rating: 1, words: 'No me gustó' },
] as const;

export const wordsOf = (given: number): string =>
  ratings.find(({ rating }) => rating === given)?.words ?? String(given);
