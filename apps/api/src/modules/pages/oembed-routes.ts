import { EMBEDDED_LIST_PATH, oembedQuery } from '@minga/contract/embedding';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { AppError, invalid, notFound } from '../../platform/errors.ts';
import { escapeMarkup } from '../../platform/escape-markup.ts';
import { crossOrigin } from '../../platform/http/cross-origin.ts';
import { sendWithEtag } from '../../platform/http/send-with-etag.ts';
import type { Platform } from '../../platform/platform.ts';
import { type PublicActivity, publicStateOf } from '../activities/public/service.ts';
import { publicCollective } from '../collectives/service.ts';
import { embeddedActivityPath, OEMBED_PATH } from './embed-paths.ts';
import {
  activityIdIn,
  type Box,
  collectiveSlugIn,
  frameSize,
  type OEmbed,
  thumbnailSize,
} from './oembed-rules.ts';

type OEmbedQuery = z.output<typeof oembedQuery>;

const JSON_TYPE = 'application/json; charset=utf-8';
const HOUR = 60 * 60;
const FIVE_MINUTES = 5 * 60;

/** oEmbed 1.0 (oembed.com): other programs turn the address of an activity into a frame with its card. */
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

/** The properties that every frame of this site has. */
function frameOf(path: string, title: string, publicUrl: string, box: Box): Omit<OEmbed, 'author_name'> {
  const { width, height } = frameSize(box);
  const src = escapeMarkup(publicUrl + path);
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: 'Minga',
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
