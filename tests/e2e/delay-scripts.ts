import type { Page } from '@playwright/test';

/** Keeps back all code that is not in the document itself, until the returned function is called. */
export const delayScripts = (page: Page): Promise<() => void> => hold(page, '**/*.js');

/** Keeps back the files of these addresses until the returned function is called. */
export async function hold(page: Page, addresses: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route(addresses, async route => {
    await released;
    await route.continue();
  });
  return release;
}
