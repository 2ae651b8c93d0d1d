import fastifyStatic from '@fastify/static';
import { REFUSAL_TOKEN } from '@minga/contract/refusal-link';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../../platform/errors.ts';
import { sendWithEtag } from '../../platform/http/send-with-etag.ts';
import type { Cookie } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { COLLECTIVES_PATH } from '../collectives/rules.ts';
import { CATALOGUE_PATH } from '../feeds/feed-paths.ts';
import { IMPACT_PATH } from '../impact/rules.ts';
import { UNSUBSCRIBE_PATH } from '../notifications/delivery/service.ts';
import type { Viewer } from '../teams/policy.ts';
import { activityPageRoutes } from './activity-routes.ts';
import { catalogueRoutes, MAP_PATH, mapRoutes } from './catalogue-routes.ts';
import { collectivePageRoutes } from './collective-routes.ts';
import { embedRoutes, oembedRoutes } from './embed-routes.ts';
import { landingRoutes } from './landing-routes.ts';
import { ICON_PATH, MANIFEST_PATH, manifestRoutes } from './manifest-routes.ts';
import { pictureFiles, pictureRoutes } from './picture-routes.ts';
import { HTML_TYPE, readScreens, readShell, sendHtml } from './shell.ts';
import { impactPageRoutes, legalPageRoutes, manualRoutes } from './site-routes.ts';
import { loadSsrRenderer, ssrPages } from './ssr-page.ts';
import {
  accountPageRoute,
  arrivalPageRoutes,
  CALENDAR_PATH,
  calendarPageRoutes,
  certificatePageRoutes,
  unsubscribePageRoutes,
} from './visitor-routes.ts';

/** Public screens that search engines may index. The server-rendered screens have separate routes. */
const publicScreens = ['/incrustar'];

/** Screens that need a session or a personal link. */
export const personalScreens = [
  '/verify-email',
  '/reset-password',
  '/confirm-email',
  '/segundo-factor',
  '/mi-asistencia',
  '/profile',
  '/mis-horas',
  '/adios',
  '/welcome',
  '/tasks',
  '/tasks/*',
  '/add-task',
  '/admin-dashboard',
  '/invitacion',
  '/colectivos/nuevo',
  '/colectivos/:slug/editar',
  '/colectivos/:slug/calendarios',
  '/colectivos/:slug/equipo',
];

/** Characters that follow a URL in a sentence and that programs mistake for a part of the URL. */
const AFTER = String.raw`[\s.,;:!?)\]}>*"'»”’…]`;
/** Trailing characters of a path. The lookbehind matches only at the start of a run, which avoids quadratic backtracking. */
const AFTER_PATH = new RegExp(`(?<!${AFTER})${AFTER}+$`, 'u');
/** Paths of pages. Excludes '//' and '/\\', which would lead to another site. */
const PAGE = /^\/[a-z]/i;
/** The characters of page paths. */
const PLAIN = /^[\w/.-]+$/;
/** Paths of files, images and API endpoints, which are case-sensitive. */
const NO_PAGE = /^\/(api|assets|imagenes|\.well-known)(\/|$)/;
const FILE = /\.[a-z0-9]{2,11}$/i;
/** Paths that end with a short identifier, a certificate number or an arrival code. The rest of the path keeps its case. */
const KEPT_CASE = /^(\/(?:a|constancia|llegada)\/)(.*)$/i;
/** The token in a link of an e-mail, and the characters that may follow it. One kind of token begins with a word and a full stop. */
const TOKEN = new RegExp(
  String.raw`([?&]token=(?:${REFUSAL_TOKEN.replace('.', '[.]')}(?=[\w-]))?[\w-]+)(?:[^\w&-][^&]*)?`,
  'u',
);

/**
 * The URL of the page that a malformed link refers to, because it was pasted with trailing characters ('/actividades/….',
 * '/actividades/…)') or written in upper case. Null if the URL is already correct or refers to no page.
 */
export function correctedUrl(url: string): string | null {
  const [written = '', query] = url.split(/\?(.*)/s, 2);
  const path = decoded(written);
  if (path === null || !PAGE.test(path) || NO_PAGE.test(path)) return null;
  const bare = path.replace(AFTER_PATH, '');
  if (!PLAIN.test(bare)) return null;
  const [, start = bare, rest = ''] = KEPT_CASE.exec(bare) ?? [];
  const cleaned = FILE.test(bare) ? bare : start.toLowerCase() + rest;
  const meant = (cleaned === path ? written : cleaned) + (query === undefined ? '' : cleanedQuery(query));
  return meant === url ? null : meant;
}

const cleanedQuery = (query: string): string => `?${query}`.replace(TOKEN, (_, token: string) => token);

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/** A path with a trailing slash, for example '/actividades/?q=olla'. Plain segments only, so that the redirect stays on this site. */
const TRAILING_SLASH = /^(?!\/imagenes\/)((?:\/[\w-]+)+)\/(\?.*)?$/;
const HASHED = /\/assets\//;

/**
 * Files that no browser opens as a document or a worker. The security headers that only those read are removed from them: they were
 * 0.9 kB of each response, more than many of the files.
 */
const SUBRESOURCE = /\.(js|css|woff2)(\.br)?$/;
const HEADERS_OF_DOCUMENTS =
  `content-security-policy cross-origin-opener-policy origin-agent-cluster x-dns-prefetch-control
  x-download-options x-frame-options x-permitted-cross-domain-policies x-xss-protection`.split(/\s+/);

const readsPage = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/**
 * Serves the built web app in `folder`: the landing page, the screens, the manual, the base map and the static files, which are
 * cached for a year if their name has a hash. Returns the paths for the sitemap.
 */
export async function pageRoutes(
  app: FastifyInstance,
  platform: Platform,
  folder: string,
  cookies: { readonly session: Cookie; readonly proof: Cookie },
  findViewer: (request: FastifyRequest) => Promise<Viewer | null>,
): Promise<string[]> {
  const shell = await readShell(folder, 'index.html', platform);
  const screenShell = await readScreens(folder, shell);
  const renderer = await loadSsrRenderer(folder);
  const pages = async (document: string) =>
    ssrPages(app, platform, cookies.session, await readShell(folder, document, platform));

  app.addHook('onRequest', async (request, reply) => {
    const meant = readsPage(request) ? correctedUrl(request.url) : null;
    if (meant !== null) return reply.redirect(meant, 308);
  });
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    globIgnore: [
      ...['**/*.html', '**/*.br', 'server/**', MANIFEST_PATH.slice(1), ICON_PATH.slice(1)],
      ...pictureFiles,
    ],
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = HASHED.test(path);
      if (isHashed && SUBRESOURCE.test(path))
        for (const name of HEADERS_OF_DOCUMENTS) reply.raw.removeHeader(name);
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'no-cache');
      // Messengers and other sites embed the image in link previews.
      if (path.endsWith('/portada.png')) reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
  await manifestRoutes(app, platform, folder);
  pictureRoutes(app, platform);
  await landingRoutes(app, platform, folder);
  mapRoutes(app, platform);
  await embedRoutes(app, platform, folder);
  oembedRoutes(app, platform);
  for (const path of [...publicScreens, ...personalScreens]) {
    const screen = screenShell(path);
    app.get(path, (request, reply) => {
      // The URLs with a query are unlimited.
      if (request.url.includes('?')) reply.header('x-robots-tag', 'noindex, nofollow');
      // Not stored: the base map, which the document mentions, may appear at runtime.
      return sendWithEtag(request, reply, { type: HTML_TYPE, body: screen(), seconds: 0 });
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = readsPage(request) && !request.url.startsWith('/api/');
    if (!isPage) throw notFound('No existe esta dirección');
    const [, path, query = ''] = TRAILING_SLASH.exec(request.url) ?? [];
    if (path !== undefined) return reply.redirect(path + query, 308);
    return sendHtml(reply, shell(), 404);
  });
  arrivalPageRoutes(app, screenShell);
  await activityPageRoutes(app, platform, {
    renderer,
    pages: await pages('actividad.html'),
    proofCookie: cookies.proof,
    findViewer,
  });
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
  accountPageRoute(app, platform, '/login', { renderer, send: (await pages('login.html')).send });
  accountPageRoute(app, platform, '/register', { renderer, send: (await pages('register.html')).send });
  await unsubscribePageRoutes(app, platform, screenShell(UNSUBSCRIBE_PATH));
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
