import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { type DocumentationImage, documentationImages } from './documentation-images.ts';
import { everyScreen } from './every-screen.ts';
import { closePage } from './network-stubs.ts';
import type { SiteFixture } from './site-fixture.ts';
import { viewerContexts } from './viewer-contexts.ts';
import { visit } from './visit.ts';
import { waitUntilStable } from './wait-until-stable.ts';

/** Sharp on high-density screens, and small enough for mobile data. */
const SCALE = 2;
const QUALITY = 72;
/** Space above `part`, in CSS pixels. */
const MARGIN = 12;

/** Writes the documentation's images as WebP below `root` and returns their number. */
export async function takeDocumentationImages(
  browser: Browser,
  site: SiteFixture,
  root: string,
): Promise<number> {
  for (const image of documentationImages) {
    const screen = everyScreen.find(({ name }) => name === image.screen);
    if (screen === undefined) throw new Error(`there is no screen '${image.screen}'`);
    const { width, scale = SCALE } = image;
    const viewers = viewerContexts(browser, site, {
      viewport: { width, height: 900 },
      deviceScaleFactor: scale,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      ...(width === 360 && { hasTouch: true, isMobile: true }),
    });
    const page = await (await viewers.as(screen.viewer)).newPage();
    await visit(page, screen, site);
    await image.prepare?.(page);
    const path = join(root, `${image.file}.webp`);
    await mkdir(dirname(path), { recursive: true });
    await sharp(await screenshotOf(page, image))
      .webp({ quality: QUALITY })
      .toFile(path);
    await closePage(page);
    await viewers.close();
  }
  return documentationImages.length;
}

async function screenshotOf(page: Page, { width, height, part }: DocumentationImage): Promise<Buffer> {
  if (part !== undefined && height === undefined) {
    await waitUntilStable(page);
    return part(page).screenshot();
  }
  // Fixed bars must be at the image's edge or outside it.
  await page.setViewportSize({ width, height: part === undefined ? (height ?? 0) : 3_000 });
  await page.evaluate(() => scrollTo(0, 0));
  await waitUntilStable(page);
  const top = part === undefined ? 0 : ((await part(page).boundingBox())?.y ?? 0) - MARGIN;
  return page.screenshot({ clip: { x: 0, y: top, width, height: height ?? 0 } });
}
