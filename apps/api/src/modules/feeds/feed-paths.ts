import { CALENDAR_TYPE } from '../../platform/calendar/calendar.ts';
import type { SearchQuery } from '../activities/search/service.ts';

export const RSS_TYPE = 'application/rss+xml; charset=utf-8';
export const JSON_FEED_TYPE = 'application/feed+json; charset=utf-8';

export const feedFormats = [
  { extension: 'rss', type: RSS_TYPE, name: 'RSS' },
  { extension: 'json', type: JSON_FEED_TYPE, name: 'JSON Feed' },
  { extension: 'ics', type: CALENDAR_TYPE, name: 'calendario' },
] as const;

export type FeedExtension = (typeof feedFormats)[number]['extension'];

export const CATALOGUE_PATH = '/actividades';

export const feedPath = (extension: FeedExtension): string => `${CATALOGUE_PATH}.${extension}`;

/** The path of the feed in the API, with the same content (docs/rules.md R16.8). */
export const apiFeedPath = (extension: FeedExtension): string => `/api/tasks/feed.${extension}`;

/** The filters of a search page or feed (docs/rules.md R3.7, docs/rules.md R16.3). */
export type Search = Partial<Omit<SearchQuery, 'limit' | 'offset' | 'series'>>;

/** The query string of a search, for example '?q=limpieza', or an empty string. */
export function searchQuery(search: Search): string {
  const { q, place, date, estado, colectivo, serie, categoria, etiqueta, desde, hasta, cupos, cerca } =
    search;
  const accesible = search.accesible?.join(',');
  const point = cerca && `${cerca.latitude},${cerca.longitude}`;
  const radio = cerca && search.radio?.toString();
  const topic = { categoria, etiqueta, desde, hasta, cupos, accesible, cerca: point, radio };
  const given = Object.entries({ q, place, date, estado, colectivo, serie, ...topic }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
