/** What a sentence puts after an address that was pasted into it, and programs take for a part of it. */
const AFTER = String.raw`[\s.,;:!?)\]}>*"'»”’…]`;
/** Only where a run begins: from within it, a long one would be read again and again. */
const AFTER_PATH = new RegExp(`(?<!${AFTER})${AFTER}+$`, 'u');
/** Not '//' and '/\\', which would lead to another site. */
const PAGE = /^\/[a-z]/i;
/** What addresses of pages are made of. */
const PLAIN = /^[\w/.-]+$/;
/** Files, images and calls have addresses of their own, whose case counts. */
const NO_PAGE = /^\/(api|assets|imagenes|\.well-known)(\/|$)/;
const FILE = /\.[a-z0-9]{2,11}$/i;
/** The number of a certificate and a code are written in upper case; whatever reads them decides about their case. */
const KEPT_CASE = /^(\/(?:constancia|llegada)\/)(.*)$/i;
/** The token of a mailed link has letters, figures, '-' and '_'. */
const TOKEN = /([?&]token=[\w-]+)(?:[^\w&-][^&]*)?/u;

/**
 * The address of the page that a link means which was pasted with what follows it ('/actividades/….', '/actividades/…)') or written in
 * upper case; null: it is that already, or no page.
 */
export function meantAddress(url: string): string | null {
  const [written = '', query] = url.split(/\?(.*)/s, 2);
  const path = decoded(written);
  if (path === null || !PAGE.test(path) || NO_PAGE.test(path)) return null;
  const bare = path.replace(AFTER_PATH, '');
  if (!PLAIN.test(bare)) return null;
  const [, start = bare, rest = ''] = KEPT_CASE.exec(bare) ?? [];
  const cleaned = FILE.test(bare) ? bare : start.toLowerCase() + rest;
  const meant = (cleaned === path ? written : cleaned) + (query === undefined ? '' : cleanedQuery(query));
  return meant === url ? null : meant;
}

const cleanedQuery = (query: string): string => `?${query}`.replace(TOKEN, (_, token: string) => token);

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
