import { EMBEDDED_LIST_PATH } from '@minga/contract/embedding';
import type { SITE_NAME } from '@minga/contract/site-words';

/** The path of the embedded page of an activity. */
export const embeddedActivityPath = (id: string): string => `${EMBEDDED_LIST_PATH}/${id}`;

export const OEMBED_PATH = '/api/oembed';

/** The URL of a page's oEmbed response. */
export const oembedUrl = (publicUrl: string, pageUrl: string): string =>
  `${publicUrl}${OEMBED_PATH}?${new URLSearchParams({ url: pageUrl, format: 'json' })}`;

/** An oEmbed response of type `rich` (oembed.com, section 2.3.4.4). */
export interface OEmbed {
  readonly version: '1.0';
  readonly type: 'rich';
  readonly title: string;
  readonly author_name: string;
  readonly provider_name: typeof SITE_NAME;
  readonly provider_url: string;
  /** Time to cache the response, in seconds. */
  readonly cache_age: number;
  readonly html: string;
  readonly width: number;
  readonly height: number;
  readonly thumbnail_url?: string;
  readonly thumbnail_width?: number;
  readonly thumbnail_height?: number;
}

/** The size of the frame of an activity, in CSS pixels. */
const FRAME_WIDTH = 480;
const FRAME_HEIGHT = 520;
/** A frame narrower than this needs more lines for the text and thus more height. */
const NARROW_WIDTH = 360;
const NARROW_HEIGHT = 600;

export interface Box {
  readonly maxwidth?: number | undefined;
  readonly maxheight?: number | undefined;
}

/** The size of a frame that does not exceed the box. Without a maximum height, the card of any activity fits. */
export function frameSize({ maxwidth = FRAME_WIDTH, maxheight = Number.POSITIVE_INFINITY }: Box) {
  const width = Math.min(FRAME_WIDTH, maxwidth);
  return { width, height: Math.min(width < NARROW_WIDTH ? NARROW_HEIGHT : FRAME_HEIGHT, maxheight) };
}

interface Sized {
  readonly width: number;
  readonly height: number;
}

/** The largest version of a picture that fits into the box, or undefined if none does. */
export function thumbnailSize(
  { width, height }: Sized,
  widths: readonly number[],
  { maxwidth = Number.POSITIVE_INFINITY, maxheight = Number.POSITIVE_INFINITY }: Box,
): Sized | undefined {
  return widths
    .map(version => ({ width: version, height: Math.round((version * height) / width) }))
    .filter(version => version.width <= maxwidth && version.height <= maxheight)
    .toSorted((one, other) => other.width - one.width)[0];
}

/** The id in the URL of an activity on this site, or null for any other URL. The query and the fragment are ignored. */
export const activityIdIn = (address: URL, publicUrl: string): string | null =>
  lastPartIn(address, publicUrl, /^\/actividades\/([^/]+)\/?$/);

/** The slug in the URL of a collective on this site, or null for any other URL. */
export const collectiveSlugIn = (address: URL, publicUrl: string): string | null =>
  lastPartIn(address, publicUrl, /^\/colectivos\/([^/]+)\/?$/);

function lastPartIn(address: URL, publicUrl: string, pattern: RegExp): string | null {
  // Accepts both schemes, because links to a site behind a proxy may contain either.
  if (!['http:', 'https:'].includes(address.protocol) || address.host !== new URL(publicUrl).host)
    return null;
  return pattern.exec(address.pathname)?.[1] ?? null;
}
