import { EMBEDDED_LIST_PATH } from '@minga/contract/embedding';

/** One activity in a frame of another site. */
export const embeddedActivityPath = (id: string): string => `${EMBEDDED_LIST_PATH}/${id}`;

export const OEMBED_PATH = '/api/oembed';

/** The address of the oEmbed of a page. */
export const oembedUrl = (publicUrl: string, pageUrl: string): string =>
  `${publicUrl}${OEMBED_PATH}?${new URLSearchParams({ url: pageUrl, format: 'json' })}`;

/** A response of type `rich` (oembed.com, section 2.3.4.4). */
export interface OEmbed {
  readonly version: '1.0';
  readonly type: 'rich';
  readonly title: string;
  readonly author_name: string;
  readonly provider_name: 'Minga';
  readonly provider_url: string;
  /** Seconds. */
  readonly cache_age: number;
  readonly html: string;
  readonly width: number;
  readonly height: number;
  readonly thumbnail_url?: string;
  readonly thumbnail_width?: number;
  readonly thumbnail_height?: number;
}

/** The frame of one activity, in CSS pixels. */
const FRAME_WIDTH = 480;
const FRAME_HEIGHT = 520;
/** In a narrow one the same words take more lines. */
const NARROW_WIDTH = 360;
const NARROW_HEIGHT = 600;

export interface Box {
  readonly maxwidth?: number | undefined;
  readonly maxheight?: number | undefined;
}

/** The size of a frame that fits the box, and in which the card of any activity fits. */
export function frameSize({ maxwidth = FRAME_WIDTH, maxheight = Number.POSITIVE_INFINITY }: Box) {
  const width = Math.min(FRAME_WIDTH, maxwidth);
  return { width, height: Math.min(width < NARROW_WIDTH ? NARROW_HEIGHT : FRAME_HEIGHT, maxheight) };
}

interface Sized {
  readonly width: number;
  readonly height: number;
}

/** The largest of the versions of a picture that fits; undefined: none. */
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

/** The id in an activity's address on this site; null: it is another address. Query and fragment do not matter. */
export const activityIdIn = (address: URL, publicUrl: string): string | null =>
  lastPartIn(address, publicUrl, /^\/actividades\/([^/]+)\/?$/);

/** The slug in a collective's address on this site; null: it is another address. */
export const collectiveSlugIn = (address: URL, publicUrl: string): string | null =>
  lastPartIn(address, publicUrl, /^\/colectivos\/([^/]+)\/?$/);

function lastPartIn(address: URL, publicUrl: string, pattern: RegExp): string | null {
  // A site behind a proxy has links with both schemes.
  if (!['http:', 'https:'].includes(address.protocol) || address.host !== new URL(publicUrl).host)
    return null;
  return pattern.exec(address.pathname)?.[1] ?? null;
}
