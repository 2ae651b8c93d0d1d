/** The cookie of a browser whose user has switched the saving of data on (1) or off (0). Without it the `Save-Data` header decides. */
export const SAVED_DATA_COOKIE = 'minga_datos';

/** The `meta` element of a page that was rendered for a user who saves data. */
export const SAVED_DATA_META = 'minga:saved-data';

/** The choice in the cookies, as `document.cookie` and the header write them; null: none. */
export function chosenDataSaving(cookies: string): boolean | null {
  const [, value] = /(?:^|;\s*)minga_datos=([01])(?:;|$)/.exec(cookies) ?? [];
  return value === undefined ? null : value === '1';
}
