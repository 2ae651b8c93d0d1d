import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../../platform/errors.ts';
import type { Cookie } from '../../platform/http/cookies.ts';
import { sendWithEtag } from '../../platform/http/send-with-etag.ts';
import type { Platform } from '../../platform/platform.ts';
import { COLLECTIVES_PATH } from '../collectives/rules.ts';
import { CATALOGUE_PATH } from '../feeds/feed-paths.ts';
import { IMPACT_PATH } from '../impact/rules.ts';
import { activityPageRoutes } from './activity-page-routes.ts';
import { arrivalPageRoutes } from './arrival-page-routes.ts';
import { CALENDAR_PATH, calendarPageRoutes } from './calendar-page-routes.ts';
import { catalogueRoutes, MAP_PATH } from './catalogue-routes.ts';
import { certificatePageRoutes } from './certificate-page-routes.ts';
import { collectivePageRoutes } from './collective-page-routes.ts';
import { embedRoutes } from './embed-routes.ts';
import { impactPageRoutes } from './impact-page-routes.ts';
import { landingRoutes } from './landing-routes.ts';
import { legalPageRoutes } from './legal-page-routes.ts';
import { manualRoutes } from './manual-routes.ts';
import { mapRoutes } from './map-routes.ts';
import { oembedRoutes } from './oembed-routes.ts';
import { meantAddress } from './page-address.ts';
import { personalScreens, publicScreens } from './screens.ts';
import { HTML_TYPE, readShell, sendHtml } from './shell.ts';
import { ssrPages } from './ssr-page.ts';
import { loadSsrRenderer } from './ssr-renderer.ts';
import { unsubscribePageRoutes } from './unsubscribe-page-routes.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/** '/actividades/?q=olla'. Plain segments only, so that the redirect stays on this site; images have one address each. */
const TRAILING_SLASH = /^(?!\/imagenes\/)((?:\/[\w-]+)+)\/(\?.*)?$/;
const HASHED = /\/assets\//;

const readsPage = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/**
 * Serves the built web app in `folder`: landing page, screens, manual, the ground of the map, and files, which are cached for a year if their name has a
 * hash. Returns the paths for the sitemap.
 */
export async function pageRoutes(
  app: FastifyInstance,
  platform: Platform,
  folder: string,
  sessionCookie: Cookie,
): Promise<string[]> {
  const { settings } = platform;
  const shell = await readShell(folder, 'index.html', settings);
  const renderer = await loadSsrRenderer(folder);
  const pages = async (document: string) =>
    ssrPages(app, platform, sessionCookie, await readShell(folder, document, settings));

  app.addHook('onRequest', async (request, reply) => {
    const meant = readsPage(request) ? meantAddress(request.url) : null;
    if (meant !== null) return reply.redirect(meant, 308);
  });
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    globIgnore: ['**/*.html', 'server/**'],
    preCompressed: false,
    setHeaders: (reply, path) => {
      const isHashed = HASHED.test(path);
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'no-cache');
      // Messengers and other sites show it with links to this one.
      if (path.endsWith('/portada.png')) reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
  await landingRoutes(app, platform, folder);
  mapRoutes(app, platform);
  await embedRoutes(app, platform, folder);
  oembedRoutes(app, platform);
  const empty = shell();
  for (const path of [...publicScreens, ...personalScreens]) {
    app.get(path, (request, reply) => {
      // Each page that leads to it names itself in the query.
      if (request.url.includes('?')) reply.header('x-robots-tag', 'noindex, nofollow');
      return sendWithEtag(request, reply, { type: HTML_TYPE, body: empty, seconds: 0 });
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = readsPage(request) && !request.url.startsWith('/api/');
    if (!isPage) throw notFound('No existe esta dirección');
    const [, path, query = ''] = TRAILING_SLASH.exec(request.url) ?? [];
    if (path !== undefined) return reply.redirect(path + query, 308);
    return sendHtml(reply, empty, 404);
  });
  arrivalPageRoutes(app, shell);
  activityPageRoutes(app, platform, { renderer, pages: await pages('actividad.html') });
  catalogueRoutes(app, platform, {
    renderer,
    sendList: (await pages('actividades.html')).send,
    sendMap: (await pages('mapa.html')).send,
  });
  calendarPageRoutes(app, platform, { renderer, send: (await pages('calendario.html')).send });
  impactPageRoutes(app, platform, { renderer, pages: await pages('impacto.html') });
  collectivePageRoutes(app, platform, {
    renderer,
    send: (await pages('colectivos.html')).send,
    pages: await pages('colectivo.html'),
  });
  certificatePageRoutes(app, platform, { renderer, pages: await pages('constancia.html') });
  await unsubscribePageRoutes(app, platform, shell);
  return [
    '/',
    CATALOGUE_PATH,
    MAP_PATH,
    CALENDAR_PATH,
    COLLECTIVES_PATH,
    IMPACT_PATH,
    ...(await legalPageRoutes(app, platform, folder)),
    ...(await manualRoutes(app, platform, folder)),
  ];
}
