import type { Page, Route } from '@playwright/test';

type Call = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** A 5xx would be tried twice more before anybody is told. */
const REFUSED = 429;
const TOO_MANY = {
  message: 'Demasiados intentos. Espera un momento y vuelve a probar.',
  code: 'RATE_LIMITED',
};

const held = new WeakMap<Page, Route[]>();

/** The call is not answered as long as the page is open, and never arrives: see `leave`. */
export const hold = (page: Page, call: Call): Promise<void> =>
  meet(page, call, route => {
    held.set(page, [...(held.get(page) ?? []), route]);
    return undefined;
  });

/** Closes the page. What it was held back from sending would be sent by its end, and change the world for the next. */
export async function leave(page: Page): Promise<void> {
  for (const route of held.get(page) ?? []) await route.abort().catch(() => {});
  await page.close();
}

/** The call is refused, by default because there have been too many. */
export const refuse = (page: Page, call: Call, status = REFUSED, json: object = TOO_MANY): Promise<void> =>
  meet(page, call, route => route.fulfill({ status, json }));

/** The call is answered so; where it lists, with the whole count. */
export const answer = (page: Page, call: Call, json: unknown, status = 200): Promise<void> =>
  meet(page, call, route =>
    route.fulfill({
      status,
      json,
      headers: Array.isArray(json) ? { 'x-total-count': String(json.length) } : {},
    }),
  );

/** `*` in a call stands for a part of its path; the query does not count. */
async function meet(page: Page, call: Call, how: (route: Route) => Promise<void> | undefined): Promise<void> {
  const [method, path = ''] = call.split(' ');
  const wanted = new RegExp(`^/api${path.replaceAll('*', '[^/]+')}$`);
  await page.route(
    url => wanted.test(url.pathname),
    route => (route.request().method() === method ? how(route) : route.fallback()),
  );
}
