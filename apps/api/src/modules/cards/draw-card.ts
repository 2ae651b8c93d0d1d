import { LRUCache } from 'lru-cache';
import type { ImageProcessor } from '../../platform/images/image-processor.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import type { CardTexts } from './card-layout.ts';
import type { CardDrawing } from './render-card.ts';

/** Draws the image of an activity without a photo: a PNG of 1200 × 630. Throws 503 if too many are queued, in all or by the caller. */
export type DrawCard = (id: string, texts: CardTexts, caller?: string) => Promise<Buffer>;

// A card takes about 90 ms of a core.
const CONCURRENT_MAX = 2;
const QUEUE_MAX = 40;
const QUEUE_OF_CALLER_MAX = 20;
/** Some hundred cards. */
const CACHE_BYTES_MAX = 12_000_000;

/** Draws in the image process. Cards are cached, so that each is drawn once per process, also for concurrent requests. */
export function createCardRenderer(imageProcessor: Pick<ImageProcessor, 'render'>): DrawCard {
  const semaphore = createSemaphore(CONCURRENT_MAX, QUEUE_MAX, QUEUE_OF_CALLER_MAX);
  const cache = new LRUCache<string, Buffer, { input: CardDrawing; caller: string | undefined }>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ length }, key) => length + key.length,
    fetchMethod: (_key, _stale, { context: { input, caller } }) =>
      semaphore.run(() => imageProcessor.render({ renderer: 'card', input }), caller),
  });
  return (id, texts, caller) =>
    cache.forceFetch(`${id} ${texts.title}\n${texts.date}\n${texts.place}`, {
      context: { input: { id, texts }, caller },
    });
}
