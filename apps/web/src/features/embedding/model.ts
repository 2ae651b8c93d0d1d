import { EMBEDDED_DEFAULT, EMBEDDED_LIST_PATH } from '@minga/contract/embedding';
import { type Category, categories } from '@minga/contract/topics';
import { siteName } from '../../lib/site-name.ts';
import { urlText } from '../../lib/url-text.ts';

const WORDS_MAX = 200;
const SLUG_MAX = 80;

/** What the embedded list shows; undefined: everything. */
export interface EmbedFilters {
  readonly q: string | undefined;
  readonly categoria: Category | undefined;
  readonly colectivo: string | undefined;
}

/** The address may name what to start with. */
export const embedFilters = (search: Record<string, unknown>): EmbedFilters => ({
  q: urlText(search.q, WORDS_MAX),
  categoria: categories.find(one => one === search.categoria),
  colectivo: urlText(search.colectivo, SLUG_MAX),
});

export interface EmbedChoice extends EmbedFilters {
  /** The number of activities. */
  readonly limite: number;
  /** CSS pixels. */
  readonly height: number;
}

export const COUNTS = [3, EMBEDDED_DEFAULT, 10, 20];
export const HEIGHTS = [360, 480, 640, 800];
export const DEFAULT_HEIGHT = 480;

/** The path of the list. */
export function embedPath({ q, categoria, colectivo, limite }: Omit<EmbedChoice, 'height'>): string {
  const given = { q, categoria, colectivo, limite: limite === EMBEDDED_DEFAULT ? undefined : String(limite) };
  const pairs = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return pairs.length === 0 ? EMBEDDED_LIST_PATH : `${EMBEDDED_LIST_PATH}?${new URLSearchParams(pairs)}`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The HTML to paste into another site. `origin` is this site's. */
export const embedCode = (choice: EmbedChoice, origin: string): string =>
  `<iframe src="${escaped(origin + embedPath(choice))}" title="Actividades de ${siteName}" width="100%" height="${choice.height}" loading="lazy" style="border:0"></iframe>`;
