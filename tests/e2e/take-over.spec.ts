import type { Page } from '@playwright/test';
import { createAccount, publishFromNewAccount } from './accounts.ts';
import { delayScripts } from './delay-scripts.ts';
import { AT_ANY_WIDTH, expect, expectAccessible, takenOver, test } from './fixtures.ts';
import { setClockAhead } from './set-clock-ahead.ts';

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Buscar actividades' });
/** Or had this browser the page already? */
const wasSent = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(
      ({ transferSize, encodedBodySize }) => transferSize > encodedBodySize,
    ),
  );
const HINT = 'Esta página no terminó de cargar.';

test('what was pressed before the code came is done afterwards', async ({ browser, page, product }) => {
  const { id, title } = await publishFromNewAccount(browser, product.url);
  const release = await delayScripts(page);
  await page.goto(`/actividades/${id}`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Asistir a actividad' }).click();
  // The styles in the document show that it waits.
  await expect(page.locator('[data-pressed]')).toHaveCSS('outline-style', 'solid');
  release();
  const dialog = page.getByRole('dialog', { name: 'Confirmar asistencia' });
  await expect(dialog.getByText(title)).toBeVisible();
  await expectAccessible(page);
});

test(
  'what the mouse holds down while the code takes over is done when it is let go',
  AT_ANY_WIDTH,
  async ({ browser, page, product }) => {
    const { id, title } = await publishFromNewAccount(browser, product.url);
    const release = await delayScripts(page);
    await page.goto(`/actividades/${id}`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Asistir a actividad' }).hover();
    await page.mouse.down();
    release();
    await takenOver(page);
    await page.mouse.up();
    await expect(page.getByRole('dialog', { name: 'Confirmar asistencia' }).getByText(title)).toBeVisible();
  },
);

test('what was written before the code came is searched for, and the caret stays', async ({
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
  await takenOver(page);
  await expect(searchBox(page)).toBeFocused();
  expect(await searchBox(page).evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(0);
  await expect(page).toHaveURL(/\?q=Olla/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(searchBox(page)).toHaveValue(title);
});

test(
  'a card that is opened after words were written is opened',
  AT_ANY_WIDTH,
  async ({ browser, page, product }) => {
    const { title } = await publishFromNewAccount(browser, product.url);
    const release = await delayScripts(page);
    await page.goto('/actividades', { waitUntil: 'commit' });
    await searchBox(page).fill('siembra');
    await page.getByRole('article', { name: title }).getByRole('button', { name: 'Ver Detalles' }).click();
    release();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog.getByText('Trae plato.')).toBeVisible();
    // Longer than the search waits for more words.
    await expect(page).not.toHaveURL(/\?q=/, { timeout: 1 });
    await page.waitForFunction(
      start => performance.now() > start + 800,
      await page.evaluate(() => performance.now()),
    );
    await expect(dialog).toBeVisible();
  },
);

test('one stays where one reads, with the focus on its link', async ({ browser, page, product }) => {
  const titles = [];
  for (let count = 0; count < 4; count += 1)
    titles.push((await publishFromNewAccount(browser, product.url)).title);
  const release = await delayScripts(page);
  await page.goto('/actividades', { waitUntil: 'commit' });
  const link = page.getByRole('main').getByRole('link', { name: titles[3] ?? '' });
  await link.focus();
  await page.evaluate(() => scrollTo(0, 300));
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(50);
  release();
  await takenOver(page);
  await expect(link).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test('what is far down is laid out later, and all of it', async ({ browser, page, product }) => {
  for (let count = 0; count < 3; count += 1) await publishFromNewAccount(browser, product.url);
  const release = await delayScripts(page);
  await page.goto('/actividades', { waitUntil: 'commit' });
  const last = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('article') })
    .last();
  await expect(last).toHaveCSS('content-visibility', 'auto');
  release();
  await takenOver(page);
  await expect(page.locator('[data-unplaced]')).toHaveCount(0);
  await expect(last).toHaveCSS('content-visibility', 'visible');
});

test('a menu that is open stays open', async ({ browser, page, product }) => {
  await publishFromNewAccount(browser, product.url);
  const release = await delayScripts(page);
  await page.goto('/actividades', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Suscríbete' }).click();
  await expect(page.getByRole('link', { name: 'Calendario (ICS)' })).toBeVisible();
  release();
  await takenOver(page);
  await expect(page.getByRole('link', { name: 'Calendario (ICS)' })).toBeVisible();
});

test(
  'enter in the search before the code came finds the words, among what is past too',
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

for (const [what, files] of [
  ['the entry', '**/assets/initial-*.js'],
  ['what the entry imports', '**/assets/rolldown-runtime-*.js'],
  ['the screen', '**/assets/actividades.index-*.js'],
  ['the styles', '**/assets/style-*.css'],
  ['the take-over', '**/assets/start-painted-*.js'],
] as const) {
  test(
    `a page whose code fails says so and can be read on: ${what}`,
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
      await card.getByRole('button', { name: 'Ver Detalles' }).click();
      await expect(page.locator('[data-pressed]')).toHaveCount(1);
      fail();
      await expect(page.getByRole('alert').getByText(HINT)).toBeVisible();
      await expect(page.locator('[data-pressed]')).toHaveCount(0);
      await expect(card).toBeVisible();
      await expectAccessible(page);
      await page.unroute(files);
      await page.getByRole('button', { name: 'Cargar de nuevo' }).click();
      await takenOver(page);
      await expect(page.getByText(HINT)).toHaveCount(0);
    },
  );
}

test(
  'who signs in elsewhere before the code came is known',
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

test('a clock that is wrong by days changes nothing', AT_ANY_WIDTH, async ({ browser, page, product }) => {
  const { id } = await publishFromNewAccount(browser, product.url);
  await setClockAhead(page, 10 * 24 * 60 * 60 * 1000);
  // The second time the server says no more than that it is the same.
  for (const isSent of [true, false]) {
    await page.goto(`/actividades/${id}`);
    expect(await wasSent(page)).toBe(isSent);
    await takenOver(page);
    await expect(page.getByRole('link', { name: 'Agregar al calendario' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Asistir a actividad' })).toBeVisible();
    await expect(page.getByText('FINALIZADA')).toHaveCount(0);
  }
});
