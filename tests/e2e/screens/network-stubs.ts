import type { Page, Route } from '@playwright/test';

type Call = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** The web app would retry a 5xx twice before it shows an error. */
const RATE_LIMITED_STATUS = 429;
const RATE_LIMITED_BODY = {
  message: 'Demasiados intentos. Espera un momento y vuelve a intentarlo.',
  code: 'RATE_LIMITED',
};

const pendingRoutes = new WeakMap<Page, Route[]>();

/** The request stays pending while the page is open and never reaches the server (see `closePage`). */
export const stubPending = (page: Page, call: Call): Promise<void> =>
  intercept(page, call, route => {
    pendingRoutes.set(page, [...(pendingRoutes.get(page) ?? []), route]);
    return undefined;
  });

/** Aborts the pending requests and closes the page. Otherwise closing it would send them and change the site for later visits. */
export async function closePage(page: Page): Promise<void> {
  for (const route of pendingRoutes.get(page) ?? []) await route.abort().catch(() => {});
  await page.close();
}

/** The request fails, by default with the rate limit's error. */
export const stubError = (
  page: Page,
  call: Call,
  status = RATE_LIMITED_STATUS,
  json: object = RATE_LIMITED_BODY,
): Promise<void> => intercept(page, call, route => route.fulfill({ status, json }));

/** The request gets this response; a list includes its total count. */
export const stubResponse = (page: Page, call: Call, json: unknown, status = 200): Promise<void> =>
  intercept(page, call, route =>
    route.fulfill({
      status,
      json,
      headers: Array.isArray(json) ? { 'x-total-count': String(json.length) } : {},
    }),
  );

/** The server's own response, with something changed. */
export const changeResponse = (
  page: Page,
  call: Call,
  change: (json: object) => object | Promise<object>,
): Promise<void> =>
  intercept(page, call, async route => {
    const response = await route.fetch();
    await route.fulfill({ response, json: await change(await response.json()) });
  });

/** `*` in a call matches one segment of the path; the query is ignored. */
async function intercept(
  page: Page,
  call: Call,
  handle: (route: Route) => Promise<void> | undefined,
): Promise<void> {
  const [method, path = ''] = call.split(' ');
  const pattern = new RegExp(`^/api${path.replaceAll('*', '[^/]+')}$`);
  await page.route(
    url => pattern.test(url.pathname),
    route => (route.request().method() === method ? handle(route) : route.fallback()),
  );
}
