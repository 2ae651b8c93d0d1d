import { SITE_NAME } from '@minga/contract/site-words';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { crossOrigin } from '../../platform/http/origin.ts';
import { sendWithEtag } from '../../platform/http/send-with-etag.ts';
import type { Platform } from '../../platform/platform.ts';
import { inTurn } from '../../platform/speed/costly-responses.ts';
import { collectivePath } from '../collectives/rules.ts';
import { publicCollective } from '../collectives/service.ts';
import { apiFeedPath, CATALOGUE_PATH, feedFormats, feedPath, searchQuery } from './feed-paths.ts';
import { createFeedSender } from './feed-sender.ts';
import { feedTitle } from './rules.ts';
import { collectiveNameOf, type FeedQuery, feedQuery, sitemap, sitemapPage, sitemapPath } from './service.ts';

/** The API endpoints of public pages, which crawlers need to render them. */
const ENDPOINTS_OF_PUBLIC_PAGES = [
  '/api/tasks/',
  '/api/collectives',
  '/api/auth/verify$',
  '/api/attendances/check',
  '/api/oembed',
];
/** Paths that crawlers must not visit. `volver=` occurs in links that lead back to a page, and each such page creates another URL. */
const DISALLOWED = ['/api/', '/correo-local', '/*volver='];

/** Rules for crawlers (RFC 9309): the longest matching rule applies. */
function robotsText(publicUrl: string, privatePaths: readonly string[]): string {
  const privatePagePaths = privatePaths
    .filter(path => !path.endsWith('/*'))
    .map(path => path.replaceAll(/:\w+/g, '*'));
  return [
    'User-agent: *',
    ...ENDPOINTS_OF_PUBLIC_PAGES.map(path => `Allow: ${path}`),
    ...[...DISALLOWED, ...privatePagePaths].map(path => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

interface FeedRoute {
  Querystring: FeedQuery;
}

/** Routes for the catalogue or any search as a calendar, an RSS feed and a JSON Feed, each at two paths. */
export function feedRoutes(app: FastifyInstance, platform: Platform): void {
  const { publicUrl } = platform;
  const send = createFeedSender(platform);
  const options = { ...crossOrigin, schema: { hide: true, querystring: feedQuery } };
  for (const { extension } of feedFormats) {
    for (const path of [feedPath(extension), apiFeedPath(extension)]) {
      app.get<FeedRoute>(path, options, async (request, reply) => {
        const { query } = request;
        const search = searchQuery(query);
        const feed = {
          title: feedTitle(query, await collectiveNameOf(platform, query)),
          pageUrl: `${publicUrl}${CATALOGUE_PATH}${search}`,
          // Both paths have the same `feedUrl`, so that readers recognise the same feed.
          feedUrl: `${publicUrl}${feedPath(extension)}${search}`,
        };
        return send(request, reply, extension, feed, query);
      });
    }
  }
}

interface SlugRoute {
  Params: { slug: string };
}

/** Routes for the activities of a collective as a calendar, an RSS feed and a JSON Feed. */
export function collectiveFeedRoutes(app: FastifyInstance, platform: Platform): void {
  const { publicUrl } = platform;
  const send = createFeedSender(platform);
  for (const { extension } of feedFormats) {
    const path = `${collectivePath(':slug')}.${extension}`;
    app.get<SlugRoute>(
      path,
      { ...crossOrigin, schema: { hide: true } },
      async (request: FastifyRequest<SlugRoute>, reply: FastifyReply) => {
        const { slug } = request.params;
        const found = await publicCollective(platform, slug);
        if (found.kind !== 'public') return reply.callNotFound();
        const pageUrl = publicUrl + collectivePath(slug);
        const feed = {
          title: `${SITE_NAME}: ${found.row.collective.name}`,
          pageUrl,
          feedUrl: `${pageUrl}.${extension}`,
        };
        return send(request, reply, extension, feed, feedQuery.parse({ colectivo: slug }));
      },
    );
  }
}

const XML = 'application/xml; charset=utf-8';
/** The limit exceeds the number of files of any site, and keeps OFFSET cheap. */
const pageParams = z.object({ page: z.coerce.number().int().min(1).max(1000) });

/** Routes for robots.txt and the sitemap. `documents` are the paths of the other public pages. */
export function crawlerRoutes(
  app: FastifyInstance,
  platform: Platform,
  { documents, privatePaths }: { documents: readonly string[]; privatePaths: readonly string[] },
): void {
  const robots = robotsText(platform.publicUrl, privatePaths);
  app.get('/robots.txt', (request, reply) =>
    sendWithEtag(request, reply, { type: 'text/plain; charset=utf-8', body: robots, seconds: HOUR }),
  );
  app.get('/sitemap.xml', async (request, reply) => {
    const body = await inTurn(() => sitemap(platform, documents), request.ip);
    return sendWithEtag(request, reply, { type: XML, body, seconds: HOUR });
  });
  app.get(sitemapPath(':page'), async (request, reply) => {
    const params = pageParams.safeParse(request.params);
    const write = async () => (params.success ? sitemapPage(platform, documents, params.data.page) : null);
    const body = await inTurn(write, request.ip);
    return body === null
      ? reply.callNotFound()
      : sendWithEtag(request, reply, { type: XML, body, seconds: HOUR });
  });
}

const SECURITY_PATH = '/.well-known/security.txt';
/** The password section of the profile. Without a session, the page redirects to the sign-in, which offers a password reset. */
const CHANGE_PASSWORD_PAGE = '/profile#contrasena';
/** The manual's section on what to report and what to expect. */
const POLICY_PAGE = '/ayuda/preguntas#hay-una-falla-de-seguridad';
/** The legal text that contains the operator's contact. */
const CONTACT_PAGE = '/privacidad';
const HOUR = 60 * 60;
const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116 recommends an expiry of less than a year. */
const VALID_DAYS = 180;

/** Well-known URIs (RFC 8615): security.txt (RFC 9116), and the page for changing the password. */
export function wellKnownRoutes(app: FastifyInstance, platform: Platform): void {
  app.get(SECURITY_PATH, { schema: { hide: true } }, (request, reply) =>
    sendWithEtag(request, reply, {
      type: 'text/plain; charset=utf-8',
      body: securityText(platform),
      seconds: HOUR,
    }),
  );
  app.get('/.well-known/change-password', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect(CHANGE_PASSWORD_PAGE),
  );
  // Password managers trust the path above only if unknown paths return 404 (`resource-that-should-not-exist-…`).
  app.get('/.well-known/*', { schema: { hide: true } }, async () => {
    throw notFound('No existe esta dirección');
  });
}

function securityText({ publicUrl, settings, clock }: Platform): string {
  const { contactEmail, contactPhone } = settings;
  const contacts = [
    ...(contactEmail === null ? [] : [`mailto:${contactEmail}`]),
    ...(contactPhone === null ? [] : [`tel:${contactPhone.replaceAll(/[^\d+]/g, '')}`]),
  ];
  if (contacts.length === 0) contacts.push(publicUrl + CONTACT_PAGE);
  return [
    ...contacts.map(contact => `Contact: ${contact}`),
    `Expires: ${expiry(clock)}`,
    'Preferred-Languages: es',
    `Canonical: ${publicUrl}${SECURITY_PATH}`,
    `Policy: ${publicUrl}${POLICY_PAGE}`,
    '',
  ].join('\n');
}

/** The expiry date. It is constant for a day, so that the ETag is too. */
function expiry(clock: Clock): string {
  const day = Math.floor(clock().getTime() / DAY_MS) + VALID_DAYS;
  return new Date(day * DAY_MS).toISOString().replace('.000', '');
}
