import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ROLE_ERRORS } from './errors.ts';
import { printable } from './printed-letters.ts';
import { DEFAULT_NAME } from './site-words.ts';
import { anyLine, requiredLine } from './text.ts';

// The site's own name, place, tagline, colour and logo (docs/rules.md R25.1).

export const SITE_NAME_MIN = 2;
export const SITE_NAME_MAX = 30;
export const SITE_PLACE_MAX = 40;
export const SITE_TAGLINE_MAX = 120;
/** The maximum size of the logo's file in bytes. */
export const LOGO_BYTES_MAX = 1_000_000;

/** The identity of a site that has set none. */
export const DEFAULT_SITE = {
  name: DEFAULT_NAME,
  place: 'Popayán',
  tagline: 'Una minga es el trabajo que una comunidad hace junta: lo demás debe ser sencillo.',
  colour: '#0e5e4e',
} as const;

export const site = z.object({
  name: z.string(),
  place: z.string(),
  /** Empty if the site shows none. */
  tagline: z.string(),
  /** The main colour as `#rrggbb` in lower case, as it was chosen. Text and surfaces use lighter or darker shades of it for contrast. */
  colour: z.string(),
  /** The path of the logo, or null without one. */
  logoUrl: z.nullable(z.string()),
  contactEmail: z.nullable(z.string()),
  contactPhone: z.nullable(z.string()),
  /** Whether the name or the place was set, here or by the settings `SITE_NAME` and `SITE_PLACE`. */
  isConfigured: z.boolean(),
});
export type Site = z.infer<typeof site>;

export const getSite = endpoint({
  method: 'GET',
  path: '/site',
  summary: 'El nombre, el lugar, el lema, el color, el logo y el contacto de este sitio',
  tag: 'Sitio',
  access: 'public',
  status: 200,
  reply: site,
  errors: [],
});

/** The region of a site for maps. */
export const siteMap = z.object({
  /** The start of a map without points and without a ground: the middle of what the site has, else its place, else its country. */
  start: z.object({ latitude: z.number(), longitude: z.number(), zoom: z.number() }),
  /** The rectangle around it in degrees, which the ground of the map should cover; null if the place is not known. */
  bounds: z.nullable(z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })),
});
export type SiteMap = z.infer<typeof siteMap>;

export const getSiteMap = endpoint({
  method: 'GET',
  path: '/site/map',
  summary: 'Dónde empieza el mapa del sitio, y qué rectángulo debe cubrir su fondo',
  tag: 'Sitio',
  access: 'public',
  isShared: true,
  status: 200,
  reply: siteMap,
  errors: [],
});

const NAME = `El nombre debe tener entre ${SITE_NAME_MIN} y ${SITE_NAME_MAX} caracteres`;

/** The name is printed on certificates and posters. */
export const siteName = requiredLine(SITE_NAME_MAX, NAME, NAME).check(
  z.minLength(SITE_NAME_MIN, NAME),
  printable,
);

export const sitePlace = requiredLine(
  SITE_PLACE_MAX,
  'El lugar es requerido',
  `El lugar debe tener como máximo ${SITE_PLACE_MAX} caracteres`,
).check(printable);

/** A field whose empty text is null, as an empty field of a form is. */
const orNull = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value)),
    z.nullable(schema),
  );

/** A change omits unchanged fields; null, and an empty text, restores the default. An empty tagline shows none. */
export const siteChange = z.object({
  name: z.optional(orNull(siteName)),
  place: z.optional(orNull(sitePlace)),
  tagline: z.optional(
    z.nullable(
      anyLine(SITE_TAGLINE_MAX, `El lema debe tener como máximo ${SITE_TAGLINE_MAX} caracteres`).check(
        printable,
      ),
    ),
  ),
  colour: z.optional(
    orNull(
      z
        .string('El color debe ser un texto')
        .check(
          z.regex(/^#[\da-f]{6}$/i, 'Escribe el color como #0e5e4e: seis cifras o letras de la a a la f'),
          z.toLowerCase(),
        ),
    ),
  ),
  /** Null removes the logo. A new one is the file of this field in a multipart body. */
  logo: z.optional(orNull(z.null('El logo debe venir como archivo, o ser nulo para quitarlo'))),
});
export type SiteChange = z.infer<typeof siteChange>;

export const updateSite = endpoint({
  method: 'PUT',
  path: '/admin/site',
  summary:
    'Cambiar el nombre, el lugar, el lema, el color o el logo del sitio; lo que no se envía queda igual y lo nulo vuelve a ser lo predeterminado',
  tag: 'Superadministración',
  access: 'superadmin',
  body: siteChange,
  fileField: 'logo',
  status: 200,
  reply: site,
  errors: [
    'VALIDATION',
    ...ROLE_ERRORS,
    'CONFIRM_IDENTITY',
    'CONFLICT',
    'TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'UNAVAILABLE',
  ],
});
