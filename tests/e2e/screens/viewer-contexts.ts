import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import type { Who } from './cast.ts';
import { NOW } from './fixed-times.ts';
import type { World } from './world.ts';

/** What happened while she was away is told once, by toasts, which are in nobody's picture. */
async function hearNews(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/profile`);
  await page.locator('[data-connected="true"]').waitFor();
  await page.getByRole('button', { name: /sin leer$/ }).waitFor();
  await page.close();
}

/** One browser for each who looks, made when it is first needed and kept: what was fetched once is there. */
export function viewerContexts(browser: Browser, world: World, options: BrowserContextOptions) {
  const contexts = new Map<Who, Promise<BrowserContext>>();
  return {
    as(who: Who): Promise<BrowserContext> {
      const known = contexts.get(who) ?? open(who);
      contexts.set(who, known);
      return known;
    },
    async leave(): Promise<void> {
      for (const context of contexts.values()) await (await context).close();
    },
  };

  async function open(who: Who): Promise<BrowserContext> {
    const context = await browser.newContext({
      ...options,
      // The service worker would answer in the place of the network's edge.
      serviceWorkers: 'block',
      locale: 'es-CO',
      timezoneId: 'America/Bogota',
      storageState: world.browsers[who],
    });
    await context.clock.setFixedTime(NOW);
    if (who === 'owner') await hearNews(context, world.url);
    return context;
  }
}
