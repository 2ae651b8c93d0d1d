import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { type Documented, documented } from './documented.ts';
import { leave } from './edges.ts';
import { everyScreen } from './every-screen.ts';
import { settled } from './settled.ts';
import { viewerContexts } from './viewer-contexts.ts';
import { visit } from './visit.ts';
import type { World } from './world.ts';

/** Sharp on good screens, and small enough to be read on the way. */
const SCALE = 2;
const QUALITY = 72;
/** Above a named part, so that it does not stick to the edge. */
const MARGIN = 12;

/** Takes the pictures that are shown elsewhere into their places below `root`, as WebP; answers how many. */
export async function takeDocumented(browser: Browser, world: World, root: string): Promise<number> {
  for (const picture of documented) {
    const screen = everyScreen.find(({ name }) => name === picture.screen);
    if (screen === undefined) throw new Error(`there is no screen '${picture.screen}'`);
    const { width, scale = SCALE } = picture;
    const eyes = viewerContexts(browser, world, {
      viewport: { width, height: 900 },
      deviceScaleFactor: scale,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      ...(width === 360 && { hasTouch: true, isMobile: true }),
    });
    const page = await (await eyes.as(screen.who)).newPage();
    await visit(page, screen, world);
    await picture.prepare?.(page);
    const path = join(root, `${picture.file}.webp`);
    await mkdir(dirname(path), { recursive: true });
    await sharp(await cut(page, picture))
      .webp({ quality: QUALITY })
      .toFile(path);
    await leave(page);
    await eyes.leave();
  }
  return documented.length;
}

async function cut(page: Page, { width, height, part }: Documented): Promise<Buffer> {
  if (part !== undefined && height === undefined) {
    await settled(page);
    return part(page).screenshot();
  }
  // Bars that stay at the window's edges are to be at the picture's, or outside.
  await page.setViewportSize({ width, height: part === undefined ? (height ?? 0) : 2_000 });
  await page.evaluate(() => scrollTo(0, 0));
  await settled(page);
  const top = part === undefined ? 0 : ((await part(page).boundingBox())?.y ?? 0) - MARGIN;
  return page.screenshot({ clip: { x: 0, y: top, width, height: height ?? 0 } });
}
