/**
 * Parses search parameters as text. The router's own parser would turn '?q=2026', or a token of digits, into a number. The
 * routes validate the values by `validateSearch`.
 */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

/** The inverse, with the leading '?'; omits empty values. */
export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
