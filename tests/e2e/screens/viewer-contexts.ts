import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { NOW } from './fixed-times.ts';
import type { SiteFixture } from './site-fixture.ts';
import type { Viewer } from './viewers.ts';

/** Shows the toasts for missed notifications, which appear once, so that no screenshot contains them. */
async function consumeArrivalToasts(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/profile`);
  await page.locator('[data-connected="true"]').waitFor();
  await page.getByRole('button', { name: /sin leer$/ }).waitFor();
  await page.close();
}

/** One browser context per viewer, created at its first use and reused, with what it has fetched. */
export function viewerContexts(browser: Browser, site: SiteFixture, options: BrowserContextOptions) {
  const contexts = new Map<Viewer, Promise<BrowserContext>>();
  return {
    as(viewer: Viewer): Promise<BrowserContext> {
      const context = contexts.get(viewer) ?? open(viewer);
      contexts.set(viewer, context);
      return context;
    },
    async close(): Promise<void> {
      for (const context of contexts.values()) await (await context).close();
    },
  };

  async function open(viewer: Viewer): Promise<BrowserContext> {
    const context = await browser.newContext({
      ...options,
      // `page.route` does not see requests that a service worker handles.
      serviceWorkers: 'block',
      locale: 'es-CO',
      timezoneId: 'America/Bogota',
      storageState: site.storageStates[viewer],
    });
    await context.clock.setFixedTime(NOW);
    if (viewer === 'owner') await consumeArrivalToasts(context, site.url);
    return context;
  }
}
