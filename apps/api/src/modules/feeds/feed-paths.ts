import { CALENDAR_TYPE } from '../../platform/calendar/calendar.ts';

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

/** The filters of a search page or feed (CONTRACT.md section 3). */
export interface Search {
  readonly q?: string | undefined;
  readonly place?: string | undefined;
  readonly date?: string | undefined;
  readonly estado?: string | undefined;
  /** The slug of a collective. */
  readonly colectivo?: string | undefined;
}

/** The query of a URL: '?q=limpieza', or empty. */
export function searchQuery({ q, place, date, estado, colectivo }: Search): string {
  const given = Object.entries({ q, place, date, estado, colectivo }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** 'Minga: «limpieza» en Popayán'. */
export function feedTitle({ q = '', place = '' }: Search): string {
  const subject = q === '' ? 'actividades' : `«${q}»`;
  return `Minga: ${subject}${place === '' ? '' : ` en ${place}`}`;
}
