import type { Page } from '@playwright/test';

/** Sets this browser's clock ahead from the next page on. Playwright's fake clock would remove the navigation timing entries. */
export const setClockAhead = (page: Page, milliseconds: number): Promise<unknown> =>
  page.addInitScript(offsetMs => {
    const now = Date.now;
    const shifted = () => now() + offsetMs;
    globalThis.Date = new Proxy(Date, {
      construct: (target, args) => Reflect.construct(target, args.length === 0 ? [shifted()] : args),
      get: (target, key) => (key === 'now' ? shifted : Reflect.get(target, key)),
    });
  }, milliseconds);
