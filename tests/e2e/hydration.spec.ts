import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { createAccount, publishFromNewAccount } from './accounts.ts';
import { delayScripts } from './delay-scripts.ts';
import { AT_ANY_WIDTH, expect, expectAccessible, hydrated, ON_THE_PHONE, test } from './fixtures.ts';
import { setClockAhead } from './set-clock-ahead.ts';

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Buscar actividades' });
/** Whether the response had a body, which a 304 has not. */
const wasSent = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(
      ({ transferSize, encodedBodySize }) => transferSize > encodedBodySize,
    ),
  );
/** Hydrated elements have a property of React's. It ignores the content of a <noscript>, and what draws the map. */
const isHydrated = () =>
  [...document.querySelectorAll('#root *:not(noscript *, [class*="maplibregl"])')].every(element =>
    Object.keys(element).some(key => key.startsWith('__reactFiber')),
  );
const nearButton = (page: Page) => page.getByRole('button', { name: 'Cerca de mí' });
const HINT = 'Esta página no terminó de cargar.';

test('hydrates every server-rendered page without a difference', async ({
  browser,
  page,
  product,
  quietConsole,
}) => {
  quietConsole.expect(/Failed to load resource: the server responded with a status of 4(04|10)/);
  const { id } = await publishFromNewAccount(browser, product.url);
  const deletedId = await deletedActivity(browser, product.url);
  for (const path of [
    '/actividades',
    '/actividades?q=xil%C3%B3fono',
    '/actividades?date=pasadas',
    `/actividades/${id}`,
    `/actividades/${deletedId}`,
    '/actividades/0197a000-0000-7000-8000-000000000000',
    '/mapa',
    '/calendario',
    '/colectivos',
    '/impacto',
    '/login',
    `/login?volver=${encodeURIComponent(`/actividades/${id}`)}`,
    '/register',
  ]) {
    await test.step(path, async () => {
      const release = await delayScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.locator('#root[data-server-rendered]')).toHaveCount(1);
      const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
      release();
      await hydrated(page);
      await page.waitForFunction(isHydrated);
      // React reports a difference to the console, which fails the test, and replaces the elements.
      expect(await heading?.evaluate(element => element.isConnected)).toBe(true);
      await page.unroute('**/*.js');
    });
  }
});

test('repeats a press from before the code has loaded', async ({ browser, page, product }) => {
  const { id, title } = await publishFromNewAccount(browser, product.url);
  const release = await delayScripts(page);
  await page.goto(`/actividades/${id}`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Asistir a actividad' }).click();
  // The document's own styles show that the press is pending.
  await expect(page.locator('[data-pressed]')).toHaveCSS('outline-style', 'solid');
  release();
  const dialog = page.getByRole('dialog', { name: 'Confirmar asistencia' });
  await expect(dialog.getByText(title)).toBeVisible();
  await expectAccessible(page);
});

test(
  'a button held down during hydration works when it is released',
  AT_ANY_WIDTH,
  async ({ browser, page, product }) => {
    const { id, title } = await publishFromNewAccount(browser, product.url);
    const release = await delayScripts(page);
    await page.goto(`/actividades/${id}`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Asistir a actividad' }).hover();
    await page.mouse.down();
    release();
    await hydrated(page);
    await page.mouse.up();
    await expect(page.getByRole('dialog', { name: 'Confirmar asistencia' }).getByText(title)).toBeVisible();
  },
);

/** Presses an element when hydration begins, and marks it if React has not hydrated it for that at once. */
const pressDuringHydration = (page: Page, selector: string) =>
  page.addInitScript(selector => {
    new MutationObserver((_, observer) => {
      const element = document.querySelector<HTMLElement>(`#root[data-hydrating] ${selector}`);
      if (element === null) return;
      observer.disconnect();
      element.click();
      element.toggleAttribute(
        'data-waits',
        !Object.keys(element).some(key => key.startsWith('__reactFiber')),
      );
    }).observe(document, { subtree: true, attributeFilter: ['data-hydrating'] });
  }, selector);

test(
  'the browser follows a link that is pressed during hydration',
  AT_ANY_WIDTH,
  async ({ browser, page, product }) => {
    const { id } = await publishFromNewAccount(browser, product.url);
    await pressDuringHydration(page, 'a[href="/colectivos"]');
    await page.goto(`/actividades/${id}`);
    await page.getByRole('button', { name: 'Asistir a actividad' }).hover();
    await page.waitForURL('/colectivos');
    // The router, with which React would respond once it has hydrated everything, loads no document.
    const [opened] = await page.evaluate(() => performance.getEntriesByType('navigation'));
    expect(new URL(opened?.name ?? '').pathname).toBe('/colectivos');
  },
);

test(
  'a button that is pressed during hydration works after the frame that shows it',
  AT_ANY_WIDTH,
  async ({ browser, page, product }) => {
    const { id, title } = await publishFromNewAccount(browser, product.url);
    await pressDuringHydration(page, 'main [aria-label="Asistir a actividad"]');
    await page.goto(`/actividades/${id}`);
    const button = page.getByRole('button', { name: 'Asistir a actividad' });
    await button.hover();
    await expect(page.locator('[data-waits]')).toHaveAccessibleName('Asistir a actividad');
    await expect(page.getByRole('dialog', { name: 'Confirmar asistencia' }).getByText(title)).toBeVisible();
    await expect(page.locator('[data-pressed]')).toHaveCount(0);
  },
);

test('signs in with what was typed and sent before the code has loaded', async ({
  browser,
  page,
  product,
}) => {
  const account = {
    username: 'Luz Marina',
    email: `luz.${randomUUID()}@example.org`,
    password: 'maíz-y-café',
  };
  await createAccount(await browser.newContext({ baseURL: product.url }), account);
  const release = await delayScripts(page);
  await page.goto('/login?volver=%2Fcolectivos', { waitUntil: 'commit' });
  await page.getByLabel('Correo electrónico').fill(account.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-pressed]')).toHaveText('Iniciar sesión');
  // The browser itself sends nothing, and writes nothing into the address.
  await expect(page).toHaveURL('/login?volver=%2Fcolectivos');
  await expectAccessible(page);
  release();
  await expect(page).toHaveURL('/colectivos');
  await expect(page.getByRole('button', { name: 'Menú de Luz Marina' })).toBeVisible();
});

test('what is typed into a sign-up before its code stays, and the rest is asked for', async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto('/register', { waitUntil: 'commit' });
  await page.getByLabel('Nombre de usuario').fill('Efraín Tombé');
  await page.getByLabel('Correo electrónico').fill('efrain@gmial.com');
  await page.getByLabel('Contraseña', { exact: true }).fill('efrain2026');
  await page.getByLabel('Teléfono').click();
  release();
  await hydrated(page);
  // Of the password, as after any other way to type it.
  await expect(page.getByText(/datos personales/)).toBeVisible();
  // Of the address, which was left.
  await expect(page.getByText('¿Quisiste decir gmail.com?')).toBeVisible();
  await expect(page.getByLabel('Teléfono')).toBeFocused();
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page.getByLabel('Teléfono')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Nombre de usuario')).toHaveValue('Efraín Tombé');
  await expect(page.getByLabel('Nombre de usuario')).not.toHaveAttribute('aria-invalid', 'true');
});

test('the button below a password typed before the code does not move', AT_ANY_WIDTH, async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto('/register', { waitUntil: 'commit' });
  await page.getByLabel('Contraseña', { exact: true }).fill('efrai');
  const button = page.getByRole('button', { name: 'Crear cuenta' });
  const before = await button.boundingBox();
  release();
  await hydrated(page);
  await expect(page.getByText('Seguridad:')).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
});

test('the link of a mail opens the recovery of a password by itself', AT_ANY_WIDTH, async ({ page }) => {
  await page.goto('/login?recuperar=si');
  await expect(page.getByRole('dialog', { name: /contraseña/i })).toBeVisible();
});

test('searches for text typed before the code has loaded, and the caret stays', async ({
  browser,
  page,
  product,
}) => {
  const { title } = await publishFromNewAccount(browser, product.url);
  const release = await delayScripts(page);
  await page.goto('/actividades', { waitUntil: 'commit' });
  await searchBox(page).fill(title);
  await page.keyboard.press('Home');
  release();
  await hydrated(page);
  await expect(searchBox(page)).toBeFocused();
  expect(await searchBox(page).evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(0);
  await expect(page).toHaveURL(/\?q=Olla/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(searchBox(page)).toHaveValue(title);
});

test(
  'a button pressed after typing works, without the search',
  AT_ANY_WIDTH,
  async ({ browser, context, page, product }) => {
    await publishFromNewAccount(browser, product.url);
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 2.44, longitude: -76.61 });
    await page.clock.install();
    const release = await delayScripts(page);
    await page.goto('/actividades', { waitUntil: 'commit' });
    await searchBox(page).fill('siembra');
    await nearButton(page).click();
    release();
    await expect(page).toHaveURL('/actividades?cerca=aqui');
    // Longer than the search's debounce.
    await page.clock.runFor(1000);
    await expect(page).not.toHaveURL(/\?q=/);
  },
);

test('the scroll position and the focus stay', ON_THE_PHONE, async ({ browser, page, product }) => {
  const titles = [];
  for (let count = 0; count < 4; count += 1)
    titles.push((await publishFromNewAccount(browser, product.url)).title);
  // Four rows are higher than the window.
  await page.setViewportSize({ width: 360, height: 400 });
  const release = await delayScripts(page);
  await page.goto('/actividades', { waitUntil: 'commit' });
  const link = page.getByRole('main').getByRole('link', { name: titles[3] ?? '' });
  await link.focus();
  await page.evaluate(() => scrollTo(0, 300));
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(50);
  release();
  await hydrated(page);
  await expect(link).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test('an open menu stays open', async ({ browser, page, product, isMobile }) => {
  await publishFromNewAccount(browser, product.url);
  const release = await delayScripts(page);
  await page.goto('/actividades?q=olla', { waitUntil: 'commit' });
  // Below the button is no room.
  if (isMobile) await page.setViewportSize({ width: 360, height: 560 });
  await page.getByRole('button', { name: 'Más', exact: true }).click();
  const calendar = page.getByRole('main').getByRole('link', { name: 'Calendario' });
  await expect(calendar).toBeInViewport({ ratio: 0.99 });
  await page.getByRole('button', { name: 'Suscríbete' }).click();
  const feed = page.getByRole('link', { name: 'Google Calendar' });
  await expect(feed).toBeVisible();
  release();
  await hydrated(page);
  await expect(feed).toBeVisible();
  await feed.focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Suscríbete' })).toBeFocused();
  await expect(calendar).toBeInViewport({ ratio: 0.99 });
});

test(
  'Enter in the search field works before the code has loaded, with the other filters',
  AT_ANY_WIDTH,
  async ({ browser, page, product }) => {
    const { title } = await publishFromNewAccount(browser, product.url);
    await delayScripts(page);
    await page.goto('/actividades', { waitUntil: 'commit' });
    await searchBox(page).fill(title);
    await searchBox(page).press('Enter');
    await expect(page).toHaveURL(/\/actividades\?q=Olla/);
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.goto('/actividades?date=pasadas', { waitUntil: 'commit' });
    await searchBox(page).fill('siembra');
    await searchBox(page).press('Enter');
    await expect(page).toHaveURL(/\/actividades\?q=siembra&date=pasadas$/);
  },
);

for (const [part, files] of [
  ['the entry chunk', '**/assets/initial-*.js'],
  ['an import of the entry chunk', '**/assets/rolldown-runtime-*.js'],
  ['the screen’s chunk', '**/assets/actividades.index-*.js'],
  ['the style sheet', '**/assets/style-*.css'],
] as const) {
  test(
    `a page shows a hint and stays readable if ${part} fails to load`,
    AT_ANY_WIDTH,
    async ({ browser, page, product, quietConsole }) => {
      quietConsole.expect(/Failed to load resource|dynamically imported module/);
      const { title } = await publishFromNewAccount(browser, product.url);
      let fail = () => {};
      const failed = new Promise<void>(resolve => {
        fail = resolve;
      });
      await page.route(files, async route => {
        await failed;
        await route.fulfill({ status: 404 });
      });
      await page.goto('/actividades', { waitUntil: 'commit' });
      const card = page.getByRole('article', { name: title });
      await nearButton(page).click();
      await expect(page.locator('[data-pressed]')).toHaveCount(1);
      fail();
      await expect(page.getByRole('alert').getByText(HINT)).toBeVisible();
      await expect(page.locator('[data-pressed]')).toHaveCount(0);
      await expect(card).toBeVisible();
      await expectAccessible(page);
      await page.unroute(files);
      await page.getByRole('button', { name: 'Cargar de nuevo' }).click();
      await hydrated(page);
      await expect(page.getByText(HINT)).toHaveCount(0);
    },
  );
}

test(
  'recognises a user who has signed in in another tab before the code has loaded',
  AT_ANY_WIDTH,
  async ({ browser, context, page, product }) => {
    const { id } = await publishFromNewAccount(browser, product.url);
    const release = await delayScripts(page);
    await page.goto(`/actividades/${id}`, { waitUntil: 'commit' });
    const other = await context.newPage();
    await createAccount(other, {
      username: 'Ana Ortiz',
      email: `ana.${id}@example.org`,
      password: 'maíz-y-café',
    });
    await other.goto('/welcome');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    release();
    await expect(page.getByRole('button', { name: 'Menú de Ana Ortiz' })).toBeVisible();
  },
);

test('a clock that is wrong by days has no effect', AT_ANY_WIDTH, async ({ browser, page, product }) => {
  const { id } = await publishFromNewAccount(browser, product.url);
  await setClockAhead(page, 10 * 24 * 60 * 60 * 1000);
  // The second response is a 304.
  for (const isSent of [true, false]) {
    await page.goto(`/actividades/${id}`);
    expect(await wasSent(page)).toBe(isSent);
    await hydrated(page);
    await expect(page.getByRole('link', { name: 'Agregar al calendario' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Asistir a actividad' })).toBeVisible();
    await expect(page.getByText('FINALIZADA')).toHaveCount(0);
  }
});

async function deletedActivity(browser: Browser, baseURL: string): Promise<string> {
  const context = await browser.newContext({ baseURL });
  const email = `nubia.${randomUUID().slice(0, 8)}@example.org`;
  await createAccount(context, { username: 'Nubia Chantre', email, password: 'maíz-y-café' });
  const data = { title: 'Olla comunitaria', date: new Date(Date.now() + 86_400_000).toISOString() };
  const { _id } = await (await context.request.post('/api/tasks', { data })).json();
  await context.request.delete(`/api/tasks/${_id}`);
  await context.close();
  return _id;
}
