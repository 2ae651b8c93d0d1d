import { PREVIEW_HEIGHT, PREVIEW_WIDTH, previewImageUrl } from '../../platform/images/urls.ts';
import { activityPath } from '../activities/public-paths.ts';
import type { PublicActivity } from '../activities/service.ts';

/** The picture that is drawn for an activity without a photo. */
export const cardPath = (id: string): string => `${activityPath(id)}/og.png`;

/** A feed's stable name for an activity, wherever the site lives. */
export const urnOf = (id: string): string => `urn:uuid:${id}`;

/** The picture of 1200 × 630 that stands for an activity elsewhere: its photo, else a drawn card. */
export function sharedPictureOf({ activity, revision }: PublicActivity, publicUrl: string) {
  const size = { width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT };
  if (activity.image !== null) {
    return { url: publicUrl + previewImageUrl(activity.image), type: 'image/jpeg', ...size };
  }
  // Messengers keep a picture by its address: a changed activity has another.
  return { url: `${publicUrl}${cardPath(activity._id)}?v=${revision}`, type: 'image/png', ...size };
}

export const CATALOGUE_PATH = '/actividades';

export const feedPath = (extension: 'ics' | 'rss' | 'json'): string => `${CATALOGUE_PATH}.${extension}`;

/** What a search page or a feed is asked for, as in CONTRACT.md section 3. */
export interface Search {
  readonly q?: string | undefined;
  readonly place?: string | undefined;
  readonly date?: string | undefined;
  readonly estado?: string | undefined;
}

/** A search as the end of an address: '?q=limpieza', or nothing. */
export function searchText({ q, place, date, estado }: Search): string {
  const given = Object.entries({ q, place, date, estado }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
