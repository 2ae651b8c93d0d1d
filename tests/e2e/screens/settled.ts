import type { Page } from '@playwright/test';

/** Letters, pictures in sight and movements have come to their end; what never stops goes on. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isSeen = ({ top, bottom, left, right }: DOMRect) =>
      bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
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
  // A picture that has come is not yet one that is painted.
  await page.evaluate(() =>
    Promise.all(
      [...document.images].filter(({ complete }) => complete).map(image => image.decode().catch(() => {})),
    ),
  );
}
