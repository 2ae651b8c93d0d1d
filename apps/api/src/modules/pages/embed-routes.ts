import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { phaseOf } from '@minga/contract/activity-phase';
import { EMBEDDED_LIST_PATH, embeddedListQuery, oembedQuery } from '@minga/contract/embedding';
import { SITE_NAME } from '@minga/contract/site-words';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { AppError, invalid, notFound } from '../../platform/errors.ts';
import { crossOrigin } from '../../platform/http/origin.ts';
import { sendWithEtag } from '../../platform/http/send-with-etag.ts';
import { hashesIn } from '../../platform/http/server.ts';
import { escapeMarkup } from '../../platform/markup.ts';
import type { Platform } from '../../platform/platform.ts';
import { withSiteWords } from '../../platform/site/site-text.ts';
import { sendCacheable } from '../../platform/speed/response-cache.ts';
import { type PublicActivity, publicStateOf } from '../activities/public/service.ts';
import { publicCollective } from '../collectives/service.ts';
import { CATALOGUE_PATH, searchQuery } from '../feeds/feed-paths.ts';
import { searchTitle } from '../feeds/rules.ts';
import { collectiveNameOf, findUpcoming } from '../feeds/service.ts';
import {
  activityIdIn,
  type Box,
  collectiveSlugIn,
  embeddedActivityPath,
  frameSize,
  OEMBED_PATH,
  type OEmbed,
  thumbnailSize,
} from './rules.ts';
import { HTML_TYPE, identityTags, sendHtml } from './shell.ts';
import { loadEmbedRenderer } from './ssr-page.ts';

/**
 * Replaces the headers that forbid framing (platform/http/server.ts), so that every site may embed these pages. The CSP permits only
 * the script of the document by its hash. That script sends the page's height and clicked links to an embedding WordPress site.
 */
function allowFraming(scripts: readonly string[]) {
  const policy = [
    "default-src 'none'",
    ...(scripts.length === 0 ? [] : [`script-src ${scripts.join(' ')}`]),
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.raw.removeHeader('x-frame-options');
    reply.raw.setHeader('content-security-policy', policy);
    // Cross-origin isolated sites (COEP) embed only frames with this header.
    reply.raw.setHeader('cross-origin-resource-policy', 'cross-origin');
  };
}

type ListQuery = z.output<typeof embeddedListQuery>;

/** Routes for embedded pages. They are identical for every viewer, work without scripts and are cached until public data changes. */
export async function embedRoutes(
  server: FastifyInstance,
  platform: Platform,
  folder: string,
): Promise<void> {
  const { settings, clock } = platform;
  const { timeZone } = settings;
  /** Loads the renderer on the first request, because few sites are embedded. */
  const renderer = () => loadEmbedRenderer(folder);
  const template = withSiteWords(await readFile(join(folder, 'embed.html'), 'utf8'), settings);
  const document = (title: string, body: string) =>
    template
      // The replacements are functions, because '$&' in a replacement string is special.
      .replace('<!--title-->', () => escapeMarkup(`${title} · ${SITE_NAME}`))
      .replace('</head>', () => `${identityTags(platform.site.current()).join('')}</head>`)
      .replace('<!--page-->', () => body);

  /** Renders an expected error as an HTML page. */
  const errorHandler = async (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const sentence = [error.sentences].flat().join('. ');
    const { renderEmbeddedProblem } = await renderer();
    return sendHtml(reply, document(sentence, renderEmbeddedProblem(sentence)), error.status);
  };

  await server.register(async app => {
    app.addHook('onRequest', allowFraming(hashesIn(template)));

    app.get<{ Querystring: ListQuery }>(
      EMBEDDED_LIST_PATH,
      { schema: { hide: true, querystring: embeddedListQuery }, errorHandler },
      (request, reply) =>
        sendCacheable(request, reply, async () => {
          const { limite, ...query } = request.query;
          const { rows } = await findUpcoming(platform, {
            ...query,
            series: query.series ?? 'next',
            limit: limite,
            offset: 0,
          });
          const list = {
            title: capitalized(searchTitle(query, await collectiveNameOf(platform, query))),
            url: CATALOGUE_PATH + searchQuery(query),
            rows: rows.map(({ activity }) => activity),
          };
          const { renderEmbeddedList } = await renderer();
          return { body: document(list.title, renderEmbeddedList(list, timeZone)), type: HTML_TYPE };
        }),
    );

    app.get<{ Params: { id: string } }>(
      embeddedActivityPath(':id'),
      { schema: { hide: true }, errorHandler },
      async (request, reply) => {
        const found = await publicStateOf(platform, request.params.id);
        if (found.kind !== 'public') throw notFound('Esta actividad ya no está publicada');
        const { activity } = found.shown;
        return sendCacheable(
          request,
          reply,
          async () => {
            const isPast = phaseOf(activity, clock()) === 'past';
            const { renderEmbeddedActivity } = await renderer();
            const body = renderEmbeddedActivity(activity, isPast, timeZone);
            return { body: document(activity.title, body), type: HTML_TYPE };
          },
          // The cache key ignores the query string.
          embeddedActivityPath(activity._id),
        );
      },
    );
  });
}

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

type OEmbedQuery = z.output<typeof oembedQuery>;

const JSON_TYPE = 'application/json; charset=utf-8';
const HOUR = 60 * 60;
const FIVE_MINUTES = 5 * 60;

/** oEmbed 1.0 (oembed.com), with which other programs embed the page of an activity or a collective from its URL. */
export function oembedRoutes(app: FastifyInstance, platform: Platform): void {
  const { publicUrl } = platform;
  app.get<{ Querystring: OEmbedQuery }>(
    OEMBED_PATH,
    { ...crossOrigin, schema: { hide: true, querystring: oembedQuery } },
    async (request, reply) => {
      const { url, format, ...box } = request.query;
      if (format === 'xml')
        throw new AppError(501, 'UNSUPPORTED_MEDIA_TYPE', 'Solo respondemos en JSON: usa format=json');
      if (!URL.canParse(url)) throw invalid(['La dirección «url» no es válida']);
      const described = await describe(new URL(url), box);
      if (described === null)
        throw notFound('Esta dirección no es de una actividad ni de un colectivo publicados aquí');
      const body = JSON.stringify(described);
      return sendWithEtag(request, reply, { type: JSON_TYPE, body, seconds: FIVE_MINUTES });
    },
  );

  async function describe(address: URL, box: Box): Promise<OEmbed | null> {
    const id = activityIdIn(address, publicUrl);
    if (id !== null) {
      const found = await publicStateOf(platform, id);
      return found.kind === 'public' ? oembedOf(found.shown, publicUrl, box) : null;
    }
    const slug = collectiveSlugIn(address, publicUrl);
    const found = slug === null ? null : await publicCollective(platform, slug);
    if (found?.kind !== 'public') return null;
    const { name, slug: current } = found.row.collective;
    const path = `${EMBEDDED_LIST_PATH}?${new URLSearchParams({ colectivo: current })}`;
    return { ...frameOf(path, name, publicUrl, box), author_name: name };
  }
}

/** The properties that all embedded pages have in common. */
function frameOf(path: string, title: string, publicUrl: string, box: Box): Omit<OEmbed, 'author_name'> {
  const { width, height } = frameSize(box);
  const src = escapeMarkup(publicUrl + path);
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: SITE_NAME,
    provider_url: `${publicUrl}/`,
    cache_age: HOUR,
    html: `<iframe src="${src}" title="${escapeMarkup(title)}" width="${width}" height="${height}" frameborder="0" loading="lazy" style="border:0"></iframe>`,
    width,
    height,
  };
}

function oembedOf({ activity }: PublicActivity, publicUrl: string, box: Box): OEmbed {
  const { _id, title, image, picture, collective, user } = activity;
  const thumbnail = picture === null ? undefined : thumbnailSize(picture, picture.widths, box);
  return {
    ...frameOf(embeddedActivityPath(_id), title, publicUrl, box),
    author_name: collective?.name ?? user.username,
    ...(image !== null &&
      thumbnail !== undefined && {
        thumbnail_url: publicUrl + image.replace(/[^/]+$/, `${thumbnail.width}.webp`),
        thumbnail_width: thumbnail.width,
        thumbnail_height: thumbnail.height,
      }),
  };
}
