import type { Page } from '@playwright/test';

/** Waits for fonts, for images in the viewport and for every animation that ends. */
export async function waitUntilStable(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isInViewport = ({ top, bottom, left, right }: DOMRect) =>
      bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    const images = [...document.images].filter(image => isInViewport(image.getBoundingClientRect()));
    // Scroll-driven animations do not advance without scrolling.
    const animations = document
      .getAnimations()
      .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline);
    return (
      document.fonts.status === 'loaded' &&
      images.every(image => image.complete) &&
      animations.every(({ effect }) => effect?.getComputedTiming().endTime === Infinity)
    );
  });
  // A loaded image is not yet decoded.
  await page.evaluate(() =>
    Promise.all(
      [...document.images].filter(({ complete }) => complete).map(image => image.decode().catch(() => {})),
    ),
  );
}
