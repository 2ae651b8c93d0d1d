import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_SITE, type Site } from '@minga/contract/site';
import { shadesOf } from '@minga/contract/site-colour';
import { SITE_NAME } from '@minga/contract/site-words';
import type { FastifyInstance } from 'fastify';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '../../platform/images/picture.ts';
import { escapeMarkup, escapeScript } from '../../platform/markup.ts';
import type { Platform } from '../../platform/platform.ts';
import { regionOf, siteLanguage, withSiteWords } from '../../platform/site/site-text.ts';
import { savesData, sendCacheable } from '../../platform/speed/response-cache.ts';
import { CATALOGUE_PATH } from '../feeds/feed-paths.ts';
import { foundedIn, landingReader } from './landing-service.ts';
import { PREVIEW_PATH } from './picture-routes.ts';
import { HTML_TYPE, identityTags } from './shell.ts';
import { loadLandingRenderer, SAVED_DATA_TAG } from './ssr-page.ts';

const PREVIEW_ALT = `${SITE_NAME}: personas que cargan, siembran y riegan juntas ante el pueblo blanco y el volcán.`;
const OWN_PREVIEW_ALT = 'actividades solidarias de tu comunidad, y un tejido.';

/** Additional tags for search engines and messengers. The title and the description are in the document. */
function landingHead({
  publicUrl,
  settings,
  site,
}: Pick<Platform, 'publicUrl' | 'settings' | 'site'>): string {
  const { name } = site.current();
  const picture = publicUrl + PREVIEW_PATH;
  const metas = {
    'og:url': `${publicUrl}/`,
    'og:image': picture,
    'og:image:type': 'image/png',
    'og:image:width': String(PREVIEW_WIDTH),
    'og:image:height': String(PREVIEW_HEIGHT),
    'og:image:alt': name === DEFAULT_SITE.name ? PREVIEW_ALT : `${name}: ${OWN_PREVIEW_ALT}`,
  };
  return [
    `<link rel="canonical" href="${escapeMarkup(publicUrl)}/">`,
    ...Object.entries(metas).map(
      ([name, content]) => `<meta property="${name}" content="${escapeMarkup(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
    `<script type="application/ld+json">${escapeScript(JSON.stringify(siteData(publicUrl, settings, site.current())))}</script>`,
  ].join('\n    ');
}

/** The organisation and the site's search as schema.org data. */
function siteData(publicUrl: string, settings: Platform['settings'], site: Site) {
  const { place, contactEmail, contactPhone } = site;
  const organization = `${publicUrl}/#minga`;
  const region = regionOf({ place });
  const founded = foundedIn(site);
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': organization,
        name: SITE_NAME,
        url: `${publicUrl}/`,
        logo: `${publicUrl}/apple-touch-icon.png`,
        image: publicUrl + PREVIEW_PATH,
        description: 'Plataforma colaborativa de innovación social y cooperativismo social.',
        ...(founded !== null && { foundingDate: founded }),
        address: {
          '@type': 'PostalAddress',
          addressLocality: place,
          ...(region !== null && { addressRegion: region }),
          addressCountry: settings.phoneCountry,
        },
        ...(contactEmail !== null && { email: contactEmail }),
        ...(contactPhone !== null && { telephone: contactPhone }),
      },
      {
        '@type': 'WebSite',
        '@id': `${publicUrl}/#sitio`,
        name: SITE_NAME,
        url: `${publicUrl}/`,
        inLanguage: siteLanguage(settings),
        publisher: { '@id': organization },
        potentialAction: {
          '@type': 'SearchAction',
          target: {
            '@type': 'EntryPoint',
            urlTemplate: `${publicUrl}${CATALOGUE_PATH}?q={search_term_string}`,
          },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  };
}

const PATH = '/';

/** Matches the green in the drawings, as an attribute or in both schemes. Quotes in texts of users are escaped. */
const GREEN = /"#0e5e4e"|light-dark\(#0e5e4e,\s*#[\da-f]{6}\)/g;

/** The page with the drawings in the site's own colour. */
function inColour(page: string, { colour }: Pick<Site, 'colour'>): string {
  if (colour === DEFAULT_SITE.colour) return page;
  const [light, dark] = [shadesOf(colour, 'light').base, shadesOf(colour, 'dark').base];
  return page.replaceAll(GREEN, green =>
    green.startsWith('"') ? `"${light}"` : `light-dark(${light},${dark})`,
  );
}

/** Route for the landing page, which is identical for every viewer, but for users who save data, and cached until public data changes. */
export async function landingRoutes(app: FastifyInstance, platform: Platform, folder: string): Promise<void> {
  const { timeZone } = platform.settings;
  const { renderLanding } = await loadLandingRenderer(folder);
  const template = withSiteWords(await readFile(join(folder, 'landing.html'), 'utf8'), platform.settings);
  const documentFor = (isDataSaved: boolean) =>
    template.replace(
      '<!--head-->',
      () =>
        [...identityTags(platform.site.current()), landingHead(platform)].join('\n    ') +
        (isDataSaved ? SAVED_DATA_TAG : ''),
    );
  const read = landingReader(platform);

  app.get(PATH, async (request, reply) =>
    sendCacheable(
      request,
      reply,
      async () => {
        const isDataSaved = savesData(request);
        const page = inColour(
          renderLanding(await read(), { timeZone, isDataSaved }),
          platform.site.current(),
        );
        // The replacement is a function, because '$&' in a replacement string is special.
        const body = documentFor(isDataSaved).replace('<!--page-->', () => page);
        return { body, type: HTML_TYPE };
      },
      // The cache key ignores the query string.
      PATH,
    ),
  );
}
