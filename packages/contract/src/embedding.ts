import * as z from 'zod/mini';
import { choice } from './choice.ts';
import { wholeNumber } from './endpoint.ts';
import { searchQuery } from './search-query.ts';

// The list of activities in a frame of another site (docs/rules.md R16.7).

export const EMBEDDED_LIST_PATH = '/incrustar/actividades';
export const EMBEDDED_MAX = 20;
export const EMBEDDED_DEFAULT = 5;

/** The filters of a search, and the number of activities to show. */
export const embeddedListQuery = z.extend(searchQuery, {
  limite: z.prefault(wholeNumber('«limite»', 1, EMBEDDED_MAX), EMBEDDED_DEFAULT),
});

const INVALID_SIZE = '«maxwidth» y «maxheight» deben ser números enteros de píxeles';

const pixels = z.optional(
  z.pipe(z.string(INVALID_SIZE).check(z.regex(/^[1-9]\d{0,4}$/, INVALID_SIZE)), z.transform(Number)),
);

/** The parameters of oEmbed 1.0 (oembed.com, section 2.2). */
export const oembedQuery = z.object({
  url: z.string('Falta la dirección «url»'),
  format: choice(['json', 'xml'], 'El formato debe ser «json»'),
  maxwidth: pixels,
  maxheight: pixels,
});
