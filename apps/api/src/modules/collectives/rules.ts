import { nameSkeleton } from '../trust/confusable-rules.ts';

const SLUG_MAX = 70;

/** The slugs that the web app's own screens use under `/colectivos`. */
const RESERVED = new Set(['nuevo']);

/** The slug of a collective's name, to which a number may be added: 'Fundación Río Vivo' becomes `fundacion-rio-vivo`. */
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

export const isSlug = (text: string): boolean => /^[a-z0-9-]{1,80}$/.test(text);

const SIMILAR = 0.7;
/** The length from which a contained name is an imitation: shorter names occur in others by chance. */
const CONTAINED_MIN = 8;

/**
 * Whether a reader may mistake a name for another one: it has the same letters or letters that look like them, contains the whole
 * other name, or has a similar spelling.
 */
export function imitates(name: string, other: string): boolean {
  const [own, imitated] = [nameSkeleton(name), nameSkeleton(other)];
  if (imitated.length >= CONTAINED_MIN && own.includes(imitated)) return true;
  return similarity(own, imitated) >= SIMILAR;
}

/** The fraction of the trigrams of two words that they share, from 0 to 1, like PostgreSQL's `similarity`. */
function similarity(one: string, other: string): number {
  const [ones, others] = [trigramsOf(one), trigramsOf(other)];
  const shared = [...ones].filter(trigram => others.has(trigram)).length;
  return shared / (ones.size + others.size - shared);
}

function trigramsOf(word: string): Set<string> {
  const padded = [...`  ${word} `];
  return new Set(padded.slice(2).map((_, index) => padded.slice(index, index + 3).join('')));
}

export const COLLECTIVES_PATH = '/colectivos';

/** The path of a collective's public page. */
export const collectivePath = (slug: string): string => `${COLLECTIVES_PATH}/${slug}`;
