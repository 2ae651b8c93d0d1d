import { categoryNames } from '@minga/contract/category-names';
import { escapeMarkup } from '../../platform/escape-markup.ts';
import { CATALOGUE_PATH, feedFormats, feedPath, type Search, searchQuery } from '../feeds/feed-paths.ts';
import { feedTitle } from '../feeds/rules.ts';
import { type Head, listHead, NO_CRAWLING } from './shell.ts';

/** The head of the catalogue, with links to the feeds of this search. */
export function catalogueHead(search: Search, publicUrl: string): Head {
  const title = feedTitle(search);
  const tags = feedFormats.map(({ extension, type, name }) => {
    const href = escapeMarkup(feedPath(extension) + searchQuery(search));
    const [mediaType] = type.split(';');
    return `<link rel="alternate" type="${mediaType}" title="${escapeMarkup(title)} (${name})" href="${href}">`;
  });
  // A category's page is worth finding; other filters select from the same activities.
  const { categoria, ...filters } = search;
  const canonical = CATALOGUE_PATH + (categoria === undefined ? '' : `?categoria=${categoria}`);
  const { tags: openGraph, ...head } = listHead(
    {
      title: categoria === undefined ? 'Actividades' : `Actividades: ${categoryNames[categoria]}`,
      description: 'Mingas, jornadas y encuentros solidarios de tu comunidad: encuentra a cuál ir.',
    },
    publicUrl,
    canonical,
  );
  const robots = searchQuery(filters) === '' ? [] : [NO_CRAWLING];
  return { ...head, tags: [...openGraph, ...tags, ...robots] };
}
