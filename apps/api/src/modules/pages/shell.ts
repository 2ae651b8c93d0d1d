import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RenderedPage, SOURCE_SLOT } from '@minga/contract/server-rendering';
import { DEFAULT_SITE, type Site } from '@minga/contract/site';
import { bandOf, shadesOf } from '@minga/contract/site-colour';
import { SITE_NAME } from '@minga/contract/site-words';
import type { FastifyReply } from 'fastify';
import { escapeMarkup, escapeScript } from '../../platform/markup.ts';
import type { Platform } from '../../platform/platform.ts';
import { openGraphLocale, withSiteWords } from '../../platform/site/site-text.ts';
import type { Settings } from '../../settings.ts';
import { siteHandle } from '../federation/peers/service.ts';

/** The placeholder for additional tags in apps/web/index.html. */
const HEAD_MARK = '<!--head-->';
const TITLE = '<title>';
const DESCRIPTION = '<meta name="description"';
const ROOT = '<div id="root"></div>';
/** Matches the parts of the document that differ by page. */
const PAGE_PART = /(<title>[^<]*<\/title>|<meta name="description"[^>]*>|<!--head-->|<div id="root"><\/div>)/;
const END_OF_HEAD = '</head>';
const NO_SCRIPT = /(<noscript>)[\s\S]*?(?=<\/noscript>)/;

export interface Head {
  /** The title and the description of the document are the defaults. */
  readonly title?: string;
  readonly description?: string;
  /** Additional tags for `<head>`, already escaped. */
  readonly tags: readonly string[];
}

/** Builds the document of a screen, empty or with a rendered page, and optionally with content for its `<noscript>`. */
export type Shell = (head?: Head, page?: RenderedPage, withoutScript?: string) => string;

export const NO_INDEX = '<meta name="robots" content="noindex">';

/** The tag for a filtered list or another month. Such pages are unlimited and only select from the pages of the sitemap. */
export const NO_CRAWLING = '<meta name="robots" content="noindex, nofollow">';

/** The head of a list. Search engines may index the list only without a query. */
export const indexedWithoutQuery = (query: unknown, head: Required<Head>): Head =>
  Object.keys(query as object).length === 0 ? head : { ...head, tags: [...head.tags, NO_CRAWLING] };

const LINK_WITH_QUERY = /<a (?=[^>]*?href="(\/[^"?]*\?[^"]*)")[^>]*>/g;
/** Matches the URLs with a query that search engines may index. */
const INDEXED = /^\/actividades\?categoria=[\w-]+$|^\/impacto\?colectivo=[\w-]+$/;

/**
 * Adds `nofollow` to internal links with a query (filters, months, feeds of a search, links back), so that crawlers do not follow their
 * unlimited combinations. React keeps the attribute during hydration.
 */
const withoutCrawling = (html: string): string =>
  html.replaceAll(LINK_WITH_QUERY, (link: string, address: string) =>
    INDEXED.test(address) || link.includes('nofollow') ? link : withNofollow(link),
  );

const withNofollow = (link: string): string =>
  link.includes(' rel="')
    ? link.replace(' rel="', ' rel="nofollow ')
    : link.replace('<a ', '<a rel="nofollow" ');

/** Inserts the link to the source code into the footer of the manual and the legal texts, or removes its placeholder. */
export const withSourceLink = (html: string, { sourceUrl }: Pick<Settings, 'sourceUrl'>): string =>
  html.replace(SOURCE_SLOT, () =>
    sourceUrl === null
      ? ''
      : `<li><a href="${escapeMarkup(sourceUrl)}" rel="noopener">Código fuente</a></li>`,
  );

/** The head of a public list for messengers and search engines. `path` is that of the page. */
export function listHead(
  { title, description }: { readonly title: string; readonly description: string },
  { publicUrl, settings }: Pick<Platform, 'publicUrl' | 'settings'>,
  path: string,
): Required<Head> {
  const url = publicUrl + path;
  const openGraph = {
    type: 'website',
    site_name: SITE_NAME,
    locale: openGraphLocale(settings),
    title,
    description,
    url,
    image: `${publicUrl}/portada.png`,
  };
  const tags = [
    `<link rel="canonical" href="${escapeMarkup(url)}">`,
    ...Object.entries(openGraph).map(
      ([property, content]) => `<meta property="og:${property}" content="${escapeMarkup(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
  return { title: `${title} · ${SITE_NAME}`, description, tags };
}

/** The base map, which the operator may provide. */
export const groundFile = (dataDir: string): string => join(dataDir, 'mapa.pmtiles');

/** The tags of a site with its own name, by which scripts know it (apps/web/src/lib/site-name.ts), or with its own colour or logo. */
export const identityTags = ({
  name,
  colour,
  logoUrl,
}: Pick<Site, 'name' | 'colour' | 'logoUrl'>): string[] => [
  ...(name === DEFAULT_SITE.name ? [] : [`<meta name="minga:name" content="${escapeMarkup(name)}">`]),
  ...(colour === DEFAULT_SITE.colour ? [] : [`<style>${colourStyle(colour)}</style>`]),
  ...(logoUrl === null ? [] : logoTags(escapeMarkup(logoUrl))),
];

/** The tags by which a site's logo replaces the basket of apps/web/src/components/brand/logo.tsx. `url` is a path of our own. */
const logoTags = (url: string): string[] => [
  `<link rel="icon" href="${url}" type="image/webp">`,
  `<style>[data-logo]{background:url(${url}) center/contain no-repeat}[data-logo]>*{display:none}</style>`,
];

/** The tokens of apps/web/src/theme/tokens.css that a site's own colour replaces. The selector has more weight than theirs. */
function colourStyle(colour: string): string {
  const [light, dark] = [shadesOf(colour, 'light'), shadesOf(colour, 'dark')];
  const both = (one: string, other: string) => (one === other ? one : `light-dark(${one},${other})`);
  const tokens = {
    own: both(light.base, dark.base),
    'own-band': both(light.base, bandOf(colour)),
    // Maize has no contrast with every colour.
    'own-accent': '#fbf8f2',
    forest: both(light.base, dark.base),
    'forest-hover': both(light.hover, dark.hover),
    'forest-contrast': both(light.contrast, dark.contrast),
    'forest-soft': both(light.soft, dark.soft),
    'forest-soft-hover': both(light.softHover, dark.softHover),
    'forest-text': both(light.text, dark.text),
  };
  const declarations = Object.entries(tokens).map(([name, value]) => `--minga-${name}:${value}`);
  return `html:root{${declarations.join(';')}}`;
}

/** Reads a document of the built web app. Throws an error if the web app is not built. */
export async function readShell(
  folder: string,
  name: string,
  { settings, site, publicUrl }: Pick<Platform, 'settings' | 'site' | 'publicUrl'>,
): Promise<Shell> {
  const { timeZone, moderation, visitorDataDays, dataDir } = settings;
  const handle = siteHandle({ settings, publicUrl });
  const file = join(folder, name);
  if (!existsSync(file)) throw new Error('the web app is not built: run npm run build');
  const html = withSiteWords(await readFile(file, 'utf8'), settings);
  const siteTags = [
    // Dates are formatted in the site's time zone, not in the browser's.
    `<meta name="minga:time-zone" content="${escapeMarkup(timeZone)}">`,
    // The screens show the owner of a pending activity whether it is already public.
    ...(moderation === 'prior' ? ['<meta name="minga:moderation" content="prior">'] : []),
    // The consent text contains the days until the erasure. Without this tag, the web app uses the default of 180.
    ...(visitorDataDays === 180
      ? []
      : [`<meta name="minga:visitor-data-days" content="${visitorDataDays}">`]),
    // Screens say how other servers find the site (apps/web/src/lib/site-handle.ts).
    ...(handle === null ? [] : [`<meta name="minga:federation" content="${escapeMarkup(handle)}">`]),
  ];
  // The document is split once and joined for each page.
  const pieces = html.split(PAGE_PART);
  return ({ tags, ...head } = { tags: [] }, page, withoutScript) => {
    // Links lead to the map only if it has a ground (apps/web/src/theme/layout.css). The file may be added or removed at runtime.
    const mapTags = existsSync(groundFile(dataDir)) ? ['<meta name="minga:map" content="ground">'] : [];
    const own = { ...head, tags: [...siteTags, ...identityTags(site.current()), ...mapTags, ...tags] };
    const document = pieces.map(piece => filled(piece, own, page)).join('');
    // The replacement is a function, because '$&' in a replacement string is special.
    return withoutScript === undefined
      ? document
      : document.replace(NO_SCRIPT, (_match, start) => start + withoutScript);
  };
}

/**
 * Returns the shell of a screen that the browser renders, by its address in the web app ('/llegada/$code'). It requests the code of the
 * screen together with that of the app.
 */
export async function readScreens(folder: string, shell: Shell): Promise<(address: string) => Shell> {
  const files: Record<string, string[]> = JSON.parse(
    await readFile(join(folder, 'server/screens.json'), 'utf8'),
  );
  return address => {
    const code = (files[address] ?? []).map(file => `<link rel="modulepreload" crossorigin href="/${file}">`);
    // After the code of the app, which runs first.
    return (...content) => shell(...content).replace(END_OF_HEAD, () => code.join('') + END_OF_HEAD);
  };
}

export const HTML_TYPE = 'text/html; charset=utf-8';

export const sendHtml = (
  reply: FastifyReply,
  page: string,
  status = 200,
  cacheControl = 'no-cache',
): FastifyReply => reply.status(status).type(HTML_TYPE).header('cache-control', cacheControl).send(page);

/** The root element. Its attribute makes apps/web/src/app/hydrate-app.tsx hydrate the page. */
const rootOf = ({ html, data }: RenderedPage): string =>
  `<div id="root" data-server-rendered>${withoutCrawling(html)}</div>
    <script type="application/json" id="initial-data">${escapeScript(data)}</script>`;

/** Returns a piece of the document, or the page's content if the piece is a placeholder. */
function filled(piece: string, { title, description, tags }: Head, page?: RenderedPage): string {
  if (piece === HEAD_MARK) return tags.join('\n    ');
  if (piece === ROOT && page !== undefined) return rootOf(page);
  if (piece.startsWith(TITLE) && title !== undefined) return `<title>${escapeMarkup(title)}</title>`;
  if (piece.startsWith(DESCRIPTION) && description !== undefined) {
    return `<meta name="description" content="${escapeMarkup(description)}">`;
  }
  return piece;
}

const DESCRIPTION_MAX = 200;

/** Shortens a text to one line for the description of a page. */
export function pageDescription(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()];
  if (characters.length <= DESCRIPTION_MAX) return characters.join('');
  return `${characters
    .slice(0, DESCRIPTION_MAX - 1)
    .join('')
    .trimEnd()}…`;
}
