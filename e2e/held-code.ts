import type { Page } from '@playwright/test';

/** Keeps back all code that is not in the document itself, until the returned function is called. */
export async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route('**/*.js', async route => {
    await released;
    await route.continue();
  });
  return release;
}
