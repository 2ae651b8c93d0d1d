import type { Page } from '@playwright/test';

/** Keeps the app's code back until the returned function is called. */
export async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async route => {
    await released;
    await route.continue();
  });
  return release;
}
