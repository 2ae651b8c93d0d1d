import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { leave } from './edges.ts';
import type { Screen } from './screen.ts';
import { settled } from './settled.ts';
import { viewerContexts } from './viewer-contexts.ts';
import { visit } from './visit.ts';
import type { World } from './world.ts';

export interface Look {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
  /** 2: the same page at 200 %, on the same window. */
  readonly zoom: 1 | 2;
}

const PHONE_MAX = 480;
const heightOf = (width: number) => (width <= PHONE_MAX ? 740 : 800);

/** Takes the pictures of the screens as they look there, whole pages, into `folder`; answers how many, and which did not come about. */
export async function takePictures(
  browser: Browser,
  world: World,
  screens: readonly Screen[],
  look: Look,
  folder: string,
): Promise<{ count: number; missed: string[] }> {
  const { width, scheme, zoom } = look;
  const isPhone = width <= PHONE_MAX;
  const eyes = viewerContexts(browser, world, {
    viewport: { width: width / zoom, height: Math.round(heightOf(width) / zoom) },
    deviceScaleFactor: zoom,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    ...(isPhone && { hasTouch: true, isMobile: true }),
  });
  await mkdir(folder, { recursive: true });
  const missed: string[] = [];
  let count = 0;
  for (const screen of screens) {
    if (screen.only === 'phone' && !isPhone) continue;
    const page = await (await eyes.as(screen.who)).newPage();
    try {
      await visit(page, screen, world);
      await take(page, join(folder, `${screen.name}.png`));
      count += 1;
    } catch (error) {
      missed.push(`${screen.name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    } finally {
      await leave(page);
    }
  }
  await eyes.leave();
  return { count, missed };
}

const TALLEST = 8_000;

/** The window as it is where something lies over the page; else the whole page, in a window as high as that. */
async function take(page: Page, path: string): Promise<void> {
  await settled(page);
  const over = page.locator('[role=dialog]:visible, [role=listbox]:visible, :popover-open');
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  if ((await over.count()) === 0) {
    const whole = await page.evaluate(() => {
      // What is laid out only when one comes near it has another height until then.
      const styles = new CSSStyleSheet();
      styles.replaceSync('* { content-visibility: visible !important; }');
      document.adoptedStyleSheets.push(styles);
      return document.documentElement.scrollHeight;
    });
    await page.setViewportSize({ width, height: Math.min(Math.max(whole, height), TALLEST) });
    await settled(page);
  }
  await page.screenshot({ path, animations: 'disabled' });
}
