import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isNotModified } from '../../platform/http/send-with-etag.ts';
import type { ImageProcessor } from '../../platform/images/image-processor.ts';
import { longDate } from '../../platform/local-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { brandOf } from '../../platform/site/brand.ts';
import type { CurrentSite } from '../../platform/site/current-site.ts';
import { publicStateOf } from '../activities/public/service.ts';
import type { CardTexts } from './card-layout.ts';
import { cardPath } from './card-paths.ts';
import type { CardDrawing } from './render-card.ts';

/** Draws the card of an activity as a PNG of 1200 × 630. Throws 503 if the queue is full, in total or for the caller. */
export type DrawCard = (id: string, texts: CardTexts, caller?: string) => Promise<Buffer>;

// Drawing a card takes about 90 ms of a core.
const CONCURRENT_MAX = 2;
const QUEUE_MAX = 40;
const QUEUE_OF_CALLER_MAX = 20;
/** Holds some hundred cards. */
const CACHE_BYTES_MAX = 12_000_000;

/** Draws cards in the image process. A cache ensures that each process draws a card once, even for concurrent requests. */
export function createCardRenderer({
  imageProcessor,
  site,
}: {
  imageProcessor: Pick<ImageProcessor, 'render'>;
  site: Pick<CurrentSite, 'current'>;
}): DrawCard {
  const semaphore = createSemaphore(CONCURRENT_MAX, QUEUE_MAX, QUEUE_OF_CALLER_MAX);
  const cache = new LRUCache<string, Buffer, { input: CardDrawing; caller: string | undefined }>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ length }, key) => length + key.length,
    fetchMethod: (_key, _stale, { context: { input, caller } }) =>
      semaphore.run(() => imageProcessor.render({ renderer: 'card', input }), caller),
  });
  return (id, texts, caller) => {
    const brand = brandOf(site.current());
    const key = `${id} ${texts.title}\n${texts.date}\n${texts.place}\n${brand.name} ${brand.forest}`;
    return cache.forceFetch(key, { context: { input: { id, texts, brand }, caller } });
  };
}

const DAY = 24 * 60 * 60;
/** Version of the design in the ETags. A new design changes the images of unchanged activities. */
const CARD_DESIGN = 2;

interface CardRoute {
  Params: { id: string };
  Querystring: { v?: string };
}

/** Route for the link preview image of activities without a photo. */
export function cardRoutes(app: FastifyInstance, platform: Platform): void {
  const { timeZone } = platform.settings;
  const drawCard = createCardRenderer(platform);

  app.get<CardRoute>(cardPath(':id'), async (request, reply) => {
    const state = await publicStateOf(platform, request.params.id);
    if (state.kind !== 'public') return reply.callNotFound();
    const { activity, revision } = state.shown;
    // If the URL names another revision, the image must not be cached.
    const seconds = request.query.v === String(revision) ? DAY : 0;
    // Link previews on other sites may embed the image.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    const { name, forest } = brandOf(platform.site.current());
    const tag = `${activity._id}-${revision}-${CARD_DESIGN}${encodeURIComponent(name)}${forest}`;
    if (isNotModified(request, reply, tag, seconds)) return reply.send();
    const { title, place } = activity;
    const date = longDate(new Date(activity.date), timeZone);
    const card = await drawCard(activity._id, { title, date, place }, request.ip);
    return reply.type('image/png').send(card);
  });
}
