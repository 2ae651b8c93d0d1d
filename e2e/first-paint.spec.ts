import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { published } from './people.ts';

/** Keeps the app's code back until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
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

test('the public screens are read before any code comes', async ({ browser, product, contextOptions }) => {
  const { id, title } = await published(browser, product.url);
  const context = await browser.newContext({
    ...contextOptions,
    baseURL: product.url,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto(`/actividades?q=${encodeURIComponent(title)}`);
  await page.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(`/actividades/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('Trae plato.')).toBeVisible();
  await context.close();
});

test('what was pressed before the code came is done afterwards', async ({ browser, page, product }) => {
  const { id, title } = await published(browser, product.url);
  const release = await holdCode(page);
  await page.goto(`/actividades/${id}`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Asistir a actividad' }).click();
  await expect(page.locator('[data-pressed]')).toHaveCount(1);
  release();
  const dialog = page.getByRole('dialog', { name: 'Confirmar asistencia' });
  await expect(dialog.getByText(title)).toBeVisible();
  await expectAccessible(page);
});

test('what was written before the code came is searched for', async ({ browser, page, product }) => {
  const { title } = await published(browser, product.url);
  const release = await holdCode(page);
  await page.goto('/actividades', { waitUntil: 'commit' });
  await page.getByRole('searchbox', { name: 'Buscar actividades' }).fill(title);
  release();
  await expect(page).toHaveURL(/\?q=Olla/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('searchbox')).toHaveValue(title);
});
