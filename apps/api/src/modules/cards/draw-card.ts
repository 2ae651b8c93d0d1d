import { LRUCache } from 'lru-cache';
import type { Drawing } from '../../platform/images/drawing.ts';
import type { ImageProcessor } from '../../platform/images/image-processor.ts';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '../../platform/images/urls.ts';
import { light } from '../../platform/mail/palette.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { readCardFonts } from './card-fonts.ts';
import { type CardTexts, MARGIN, WEAVE_WIDTH } from './card-layout.tsx';
import { cardWeave, WEAVE_COLUMNS, WEAVE_ROWS } from './card-weave.ts';

/** Draws the image of an activity without a photo: a PNG of 1200 × 630. */
export type DrawCard = (id: string, texts: CardTexts) => Promise<Buffer>;

// A card takes about 90 ms of a core, mostly outside the main thread.
const CONCURRENT_MAX = 2;
const QUEUE_MAX = 40;
/** Some hundred cards. */
const CACHE_BYTES_MAX = 12_000_000;

/**
 * Reads the fonts. Cards are cached, so that each is drawn once per process, also for concurrent requests. Throws 503 if too many
 * cards are queued.
 */
export async function createCardRenderer(imageProcessor: ImageProcessor): Promise<DrawCard> {
  const fonts = await readCardFonts();
  const semaphore = createSemaphore(CONCURRENT_MAX, QUEUE_MAX);
  const draw = (id: string, texts: CardTexts) =>
    semaphore.run(async () => {
      // Loaded on first use: the layout engine takes 12 MB of memory.
      const { renderCardText } = await import('./card-text.ts');
      return imageProcessor.draw(cardOf(id, await renderCardText(texts, fonts)));
    });
  const cache = new LRUCache<string, Buffer, { id: string; texts: CardTexts }>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ length }, key) => length + key.length,
    fetchMethod: (_key, _stale, { context: { id, texts } }) => draw(id, texts),
  });
  return (id, texts) =>
    cache.forceFetch(`${id} ${texts.title}\n${texts.date}\n${texts.place}`, { context: { id, texts } });
}

function cardOf(id: string, textSvg: string): Drawing {
  const weave = `<svg xmlns="http://www.w3.org/2000/svg" width="${WEAVE_WIDTH}" height="${PREVIEW_HEIGHT}" viewBox="0 0 ${WEAVE_COLUMNS} ${WEAVE_ROWS}" shape-rendering="crispEdges">${cardWeave(id)}</svg>`;
  return {
    width: PREVIEW_WIDTH,
    height: PREVIEW_HEIGHT,
    background: light.paper,
    layers: [
      { svg: textSvg, left: MARGIN, top: MARGIN },
      { svg: weave, left: PREVIEW_WIDTH - WEAVE_WIDTH, top: 0 },
    ],
    format: 'png',
  };
}
