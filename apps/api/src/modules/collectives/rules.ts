const SLUG_MAX = 70;

/** Addresses of the web app's own screens under `/colectivos`. */
const RESERVED = new Set(['nuevo']);

/** The beginning of a collective's address: 'Fundación Río Vivo' is `fundacion-rio-vivo`. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, '');
  return slug === '' || RESERVED.has(slug) ? `colectivo${slug && `-${slug}`}` : slug;
}

const GROUP_LINK = /^https:\/\/chat\.whatsapp\.com\/[A-Za-z0-9/?=&_-]+$/;

export const isGroupLink = (text: string): boolean => GROUP_LINK.test(text);

/** The words of a search as regular expressions that match at the beginning of a word of plain text. */
export const searchPatterns = (search: string): string[] =>
  (
    search
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map(word => `\\m${word}`);

export const isSlug = (text: string): boolean => /^[a-z0-9-]{1,80}$/.test(text);
