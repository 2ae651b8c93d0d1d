import { DEFAULT_SITE, type Site } from '@minga/contract/site';
import { SITE_ADDRESS, SITE_LINE, SITE_NAME, SITE_PLACE } from '@minga/contract/site-words';
import type { Settings } from '../../settings.ts';
import { escapeMarkup } from '../markup.ts';

/** The region and the country of the default place. Sites with their own place write as much of it as they want to show. */
const DEFAULT_REGION = 'Cauca';
const DEFAULT_ADDRESS = `${DEFAULT_SITE.place}, ${DEFAULT_REGION}, Colombia`;

type Named = Pick<Site, 'name' | 'place' | 'tagline'>;

/** The region of the site's place, or null if it is unknown. */
export const regionOf = ({ place }: Pick<Site, 'place'>): string | null =>
  place === DEFAULT_SITE.place ? DEFAULT_REGION : null;

/** The place with its region and country, where they are known. */
export const addressOf = ({ place }: Pick<Site, 'place'>): string =>
  place === DEFAULT_SITE.place ? DEFAULT_ADDRESS : place;

/** The name and the tagline in one line. The default tagline explains the default name, so that it has a form for other names. */
const lineOf = ({ name, tagline }: Named): string => {
  if (tagline === '') return name;
  return `${name}: ${tagline === DEFAULT_SITE.tagline ? 'el trabajo que una comunidad hace unida.' : tagline}`;
};

/** The values of the words of packages/contract/src/site-words.ts. */
const words: Readonly<Record<string, (site: Named) => string>> = {
  [SITE_NAME]: ({ name }) => name,
  [SITE_PLACE]: ({ place }) => place,
  [SITE_ADDRESS]: addressOf,
  [SITE_LINE]: lineOf,
};

/** Matches the words. Users may type these characters too, and then read the site's name, which is harmless. */
const WORD = new RegExp(`[${Object.keys(words).join('')}]`, 'g');

type Escape = (text: string) => string;

const plain: Escape = text => text;
/** Escapes text for a string of JSON, also of JSON within a script element. */
const inJson: Escape = text => JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c');

const fill = (text: string, site: Named, convert: Escape): string =>
  text.replaceAll(WORD, word => convert(words[word]?.(site) ?? ''));

/** Replaces the words of the site in plain text. */
export const fillText = (text: string, site: Named): string => fill(text, site, plain);

/** Replaces the words of the site in JSON. */
export const fillJson = (json: string, site: Named): string => fill(json, site, inJson);

/** Matches the JSON that a page contains for its scripts and for search engines. */
const JSON_ELEMENT = /<script type="application\/(?:ld\+)?json"[^>]*>[\s\S]*?<\/script>/g;

/** Replaces the words of the site in an HTML document, also in the JSON that it contains. */
export const fillHtml = (html: string, site: Named): string =>
  fill(
    html.replaceAll(JSON_ELEMENT, element => fillJson(element, site)),
    site,
    escapeMarkup,
  );

/** Replaces the words of the site in a response of a media type. Other formats than HTML, XML and JSON are plain text. */
export function fillBody(body: string, type: string, site: Named): string {
  if (body.search(WORD) === -1) return body;
  if (type.includes('html')) return fillHtml(body, site);
  if (type.includes('json')) return fillJson(body, site);
  return fill(body, site, type.includes('xml') ? escapeMarkup : plain);
}

/** The Spanish of the site's country as a language tag, such as `es-CO`. */
export const siteLanguage = ({ phoneCountry }: Pick<Settings, 'phoneCountry'>): string =>
  `es-${phoneCountry}`;

/** The same for Open Graph, such as `es_CO`. */
export const openGraphLocale = ({ phoneCountry }: Pick<Settings, 'phoneCountry'>): string =>
  `es_${phoneCountry}`;

const SCRIPT_OR_NAME = /<script[\s\S]*?<\/script>|\bMinga\b(?!-)/g;

/**
 * Replaces the default name and place in a document of our own by the words of the site. It must not contain texts of users. Scripts do
 * not change, since their hashes are in the content security policy.
 */
export const withSiteWords = (html: string, settings: Pick<Settings, 'phoneCountry'>): string =>
  html
    .replaceAll(SCRIPT_OR_NAME, found => (found.startsWith('<') ? found : SITE_NAME))
    .replaceAll(DEFAULT_ADDRESS, SITE_ADDRESS)
    .replaceAll(DEFAULT_SITE.place, SITE_PLACE)
    .replaceAll('content="es_CO"', `content="${openGraphLocale(settings)}"`);
