// Invisible characters are never intended, and the API rejects them.
const controlCharacters = /[\p{Cc}\p{Cf}]/gu;

/** A search parameter as one line of at most `max` characters; undefined if it is missing or blank. */
export const urlText = (value: unknown, max: number): string | undefined =>
  (typeof value === 'string' && value.replace(controlCharacters, ' ').trim().slice(0, max).trimEnd()) ||
  undefined;
