import { escapeMarkup } from '../../platform/escape-markup.ts';
import { CATALOGUE_PATH, feedFormats, feedPath, type Search, searchQuery } from '../feeds/feed-paths.ts';
import { feedTitle } from '../feeds/title-rules.ts';
import type { Head } from './shell.ts';

/** The head of the catalogue, with links to the feeds of this search. */
export function catalogueHead(
  search: Search & { readonly categoria?: string | undefined },
  publicUrl: string,
): Head {
  const title = feedTitle(search);
  const tags = feedFormats.map(({ extension, type, name }) => {
    const href = escapeMarkup(feedPath(extension) + searchQuery(search));
    const [mediaType] = type.split(';');
    return `<link rel="alternate" type="${mediaType}" title="${escapeMarkup(title)} (${name})" href="${href}">`;
  });
  // A category's page is worth finding; other filters select from the same activities.
  const { categoria } = search;
  const canonical = CATALOGUE_PATH + (categoria === undefined ? '' : `?categoria=${categoria}`);
  return { tags: [`<link rel="canonical" href="${publicUrl}${canonical}">`, ...tags] };
}
