import type { Activity } from '@minga/contract/activities';

/** A feed's metadata and the context of its items. URLs are absolute. */
export interface FeedDescription {
  readonly title: string;
  /** The page with the same activities. */
  readonly pageUrl: string;
  readonly feedUrl: string;
  readonly publicUrl: string;
  readonly timeZone: string;
}

export const FEED_SUMMARY = 'Actividades solidarias de tu comunidad';

/**
 * The stable id of a publication in feeds, independent of the site's URL. A series is one publication, whichever of its dates is the next.
 */
export const urnOf = ({ _id, series }: Pick<Activity, '_id' | 'series'>): string =>
  `urn:uuid:${series?._id ?? _id}`;
