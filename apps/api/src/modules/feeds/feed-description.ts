/** What a feed says of itself, and what its items are written with. Addresses are absolute. */
export interface FeedDescription {
  readonly title: string;
  /** The page that shows the same to people. */
  readonly pageUrl: string;
  readonly feedUrl: string;
  readonly publicUrl: string;
  readonly timeZone: string;
}

export const FEED_SUMMARY = 'Actividades solidarias de tu comunidad';

/** The stable id of an activity in feeds, whatever the site's address. */
export const urnOf = (id: string): string => `urn:uuid:${id}`;
