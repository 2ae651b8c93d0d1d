import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { closePage } from './network-stubs.ts';
import type { Screen } from './screen.ts';
import type { SiteFixture } from './site-fixture.ts';
import { viewerContexts } from './viewer-contexts.ts';
import { visit } from './visit.ts';
import { waitUntilStable } from './wait-until-stable.ts';

export interface Variant {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
  /** 2: the same window at 200 % zoom. */
  readonly zoom: 1 | 2;
}

const PHONE_MAX = 480;
const heightOf = (width: number) => (width <= PHONE_MAX ? 740 : 800);

/** Takes full-page screenshots of the screens into `folder`. Returns their number and the errors of those that failed. */
export async function takeScreenshots(
  browser: Browser,
  site: SiteFixture,
  screens: readonly Screen[],
  variant: Variant,
  folder: string,
): Promise<{ count: number; failures: string[] }> {
  const { width, scheme, zoom } = variant;
  const isPhone = width <= PHONE_MAX;
  const viewers = viewerContexts(browser, site, {
    viewport: { width: width / zoom, height: Math.round(heightOf(width) / zoom) },
    deviceScaleFactor: zoom,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    ...(isPhone && { hasTouch: true, isMobile: true }),
  });
  await mkdir(folder, { recursive: true });
  const failures: string[] = [];
  let count = 0;
  for (const screen of screens) {
    if (screen.only === 'phone' && !isPhone) continue;
    const page = await (await viewers.as(screen.viewer)).newPage();
    try {
      await visit(page, screen, site);
      await takeScreenshot(page, join(folder, `${screen.name}.png`));
      count += 1;
    } catch (error) {
      failures.push(`${screen.name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    } finally {
      await closePage(page);
    }
  }
  await viewers.close();
  return { count, failures };
}

const MAX_HEIGHT = 8_000;

/** Captures the window if a dialog, list box or popover is open, otherwise the whole page in a window of its height. */
async function takeScreenshot(page: Page, path: string): Promise<void> {
  await waitUntilStable(page);
  const overlays = page.locator('[role=dialog]:visible, [role=listbox]:visible, :popover-open');
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  if ((await overlays.count()) === 0) {
    const whole = await page.evaluate(() => {
      // Elements with content-visibility have an estimated height until they are rendered.
      const styles = new CSSStyleSheet();
      styles.replaceSync('* { content-visibility: visible !important; }');
      document.adoptedStyleSheets.push(styles);
      return document.documentElement.scrollHeight;
    });
    await page.setViewportSize({ width, height: Math.min(Math.max(whole, height), MAX_HEIGHT) });
    await waitUntilStable(page);
  }
  await page.screenshot({ path, animations: 'disabled' });
}
