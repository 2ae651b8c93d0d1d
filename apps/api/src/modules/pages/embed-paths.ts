import { EMBEDDED_LIST_PATH } from '@minga/contract/embedding';

/** One activity in a frame of another site. */
export const embeddedActivityPath = (id: string): string => `${EMBEDDED_LIST_PATH}/${id}`;

export const OEMBED_PATH = '/api/oembed';

/** The address of the oEmbed of a page. */
export const oembedUrl = (publicUrl: string, pageUrl: string): string =>
  `${publicUrl}${OEMBED_PATH}?${new URLSearchParams({ url: pageUrl, format: 'json' })}`;
