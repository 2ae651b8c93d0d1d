import { CALENDAR_TYPE } from '../../platform/calendar/calendar.ts';
import { JSON_FEED_TYPE } from './json-feed.ts';
import { escapeMarkup } from './markup.ts';
import { RSS_TYPE } from './rss-feed.ts';
import type { Head } from './shell.ts';
import { CATALOGUE_PATH, feedPath, type Search, searchText } from './site-address.ts';

const FORMATS = [
  { extension: 'rss', type: RSS_TYPE, name: 'RSS' },
  { extension: 'json', type: JSON_FEED_TYPE, name: 'JSON Feed' },
  { extension: 'ics', type: CALENDAR_TYPE, name: 'calendario' },
] as const;

/** 'Minga: «limpieza» en Popayán'. */
export function feedTitle({ q = '', place = '' }: Search): string {
  const what = q === '' ? 'actividades' : `«${q}»`;
  return `Minga: ${what}${place === '' ? '' : ` en ${place}`}`;
}

/** What tells feed readers where the feeds of this search are. */
export function catalogueHead(search: Search, publicUrl: string): Head {
  const title = feedTitle(search);
  const tags = FORMATS.map(({ extension, type, name }) => {
    const href = escapeMarkup(feedPath(extension) + searchText(search));
    const [mediaType] = type.split(';');
    return `<link rel="alternate" type="${mediaType}" title="${escapeMarkup(title)} (${name})" href="${href}">`;
  });
  return { tags: [`<link rel="canonical" href="${publicUrl}${CATALOGUE_PATH}">`, ...tags] };
}
