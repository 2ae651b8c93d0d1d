import type { Page } from '@playwright/test';

/** From the next page on this browser's clock is wrong. Playwright's own fake takes away how a page came as well. */
export const setClockAhead = (page: Page, milliseconds: number): Promise<unknown> =>
  page.addInitScript(ahead => {
    const now = Date.now;
    const wrong = () => now() + ahead;
    globalThis.Date = new Proxy(Date, {
      construct: (target, given) => Reflect.construct(target, given.length === 0 ? [wrong()] : given),
      get: (target, key) => (key === 'now' ? wrong : Reflect.get(target, key)),
    });
  }, milliseconds);
