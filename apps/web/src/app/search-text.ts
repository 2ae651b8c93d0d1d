/**
 * Search parameters as what they are in an address: text. The router's own reading makes a number of '?q=2026' and of a
 * token that happens to be all digits; routes say by `validateSearch` what they take.
 */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

/** The inverse, with the leading '?'; absent and empty values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
