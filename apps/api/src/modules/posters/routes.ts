import { downloadPoster, downloadPosterImage } from '@minga/contract/poster';
import { downloadPlaceCode } from '@minga/contract/self-check-in';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { type Brand, brandOf } from '../../platform/site/brand.ts';
import { readPlaceSheet } from '../attendance/door/arriving-service.ts';
import type { PosterDrawing } from './draw-poster.ts';
import { placeCodeDrawing, posterFile } from './rules.ts';
import { type Poster, posterOfActivity, readPicture } from './service.ts';

// Drawing a poster takes up to a second of a core, with a picture.
const CONCURRENT_MAX = 1;
const QUEUE_MAX = 40;
/** Queue limit of one caller, so that its downloads do not fill the queue. Callers are served in turn. */
const QUEUE_OF_CALLER_MAX = 10;
/** Holds about a hundred posters. */
const CACHE_BYTES_MAX = 10_000_000;

/** Draws a poster. Throws 503 if the queue is full, in total or for the caller. */
type DrawPoster = (poster: Poster, format: PosterDrawing['format'], caller: string) => Promise<Buffer>;

/** Draws posters in the image process. A cache serves repeated and concurrent downloads of the same content. */
function createPosterPrinter(platform: Pick<Platform, 'images' | 'imageProcessor' | 'site'>): DrawPoster {
  const semaphore = createSemaphore(CONCURRENT_MAX, QUEUE_MAX, QUEUE_OF_CALLER_MAX);
  const cache = new LRUCache<
    string,
    Buffer,
    { poster: Poster; format: PosterDrawing['format']; brand: Brand; caller: string }
  >({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ length }, key) => length + key.length,
    fetchMethod: (_key, _stale, { context: { poster, format, brand, caller } }) =>
      semaphore.run(async () => {
        const { id, texts, picture, editedAt } = poster;
        const file = picture === null ? null : await readPicture(platform, picture);
        const input: PosterDrawing = {
          format,
          id,
          texts,
          editedAt,
          brand,
          picture: picture === null || file === null ? null : { ...picture, file },
        };
        return platform.imageProcessor.render({ renderer: 'poster', input });
      }, caller),
  });
  return (poster, format, caller) => {
    const { id, texts, picture, editedAt } = poster;
    const brand = brandOf(platform.site.current());
    const key = JSON.stringify([format, id, texts, picture, editedAt, brand]);
    return cache.forceFetch(key, { context: { poster, format, brand, caller } });
  };
}

/** Route for the sheet with the code of a place (docs/rules.md R22.6). */
export function placeCodeSheetRoutes(app: FastifyInstance, platform: Platform): void {
  const { imageProcessor, settings, clock, site } = platform;
  const semaphore = createSemaphore(CONCURRENT_MAX, QUEUE_MAX, QUEUE_OF_CALLER_MAX);
  route(app, downloadPlaceCode, async ({ params, session, reply }) => {
    const sheet = await readPlaceSheet(platform, session, params.taskId);
    const input = placeCodeDrawing(sheet, {
      now: clock(),
      timeZone: settings.timeZone,
      brand: brandOf(site.current()),
    });
    const drawn = await semaphore.run(
      () => imageProcessor.render({ renderer: 'placeCode', input }),
      session.user.id,
    );
    const name = posterFile(sheet.activity.title, 'pdf', 'llegada');
    reply.header('content-disposition', `inline; filename="${name}"`);
    return drawn;
  });
}

/** Routes for the posters of activities. */
export function posterRoutes(app: FastifyInstance, platform: Platform): void {
  const draw = createPosterPrinter(platform);

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    activityId: string,
    format: PosterDrawing['format'],
  ): Promise<Buffer> {
    const { session, ip } = request;
    const poster = await posterOfActivity(platform, activityId, session, ip);
    const drawn = await draw(poster, format, session?.user.id ?? ip);
    await poster.record();
    const name = posterFile(poster.texts.title, format === 'png' ? 'png' : 'pdf');
    reply.header('content-disposition', `inline; filename="${name}"`);
    return drawn;
  }

  route(app, downloadPoster, ({ params, query, request, reply }) =>
    send(request, reply, params.id, query.size ?? 'a4'),
  );
  route(app, downloadPosterImage, ({ params, request, reply }) => send(request, reply, params.id, 'png'));
}
