import type { Page } from '@playwright/test';

/** Letters, pictures in sight and movements have come to their end; what never stops goes on. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isSeen = ({ top, bottom }: DOMRect) => bottom > 0 && top < innerHeight;
    const images = [...document.images].filter(image => isSeen(image.getBoundingClientRect()));
    // What goes with the scrolling stands still as long as nobody scrolls.
    const movements = document
      .getAnimations()
      .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline);
    return (
      document.fonts.status === 'loaded' &&
      images.every(image => image.complete) &&
      movements.every(({ effect }) => effect?.getComputedTiming().endTime === Infinity)
    );
  });
}
