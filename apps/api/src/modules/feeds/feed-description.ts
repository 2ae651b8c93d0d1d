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

/** The stable id of an activity in feeds, independent of the site's URL. */
export const urnOf = (id: string): string => `urn:uuid:${id}`;
