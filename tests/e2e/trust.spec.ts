import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createAccount, signIn } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessibleInBothSchemes } from './notification-fixtures.ts';
import { superadmin } from './superadmin.ts';

const password = 'quinua-y-papa-criolla';
// Other tests publish on the same product.
const unique = randomUUID().slice(0, 8);
const word = `rifa${unique}`;
const title = `Gran RIFA${unique} de la cuadra`;
const admin = { username: 'Yesid Muelas', email: `yesid.${unique}@example.org`, password };

/** The superadmin holds a word, tries it before saving, and appoints an admin. */
async function holdWord(page: Page): Promise<void> {
  await signIn(page, superadmin);
  expect((await page.request.post('/api/auth/admin/register', { data: admin })).status()).toBe(201);
  await page.goto('/admin-dashboard');
  await page.getByRole('tab', { name: 'Confianza' }).click();
  await page.getByLabel('Palabras que se revisan').fill(word.toUpperCase());
  await page.getByLabel('Texto de prueba').fill(title);
  await expect(page.getByText(`Se retiene por lo que dice: «${word}».`)).toBeVisible();
  await page.getByLabel('Páginas que se revisan').fill('no es una página');
  await page.getByRole('button', { name: 'Guardar' }).press('Enter');
  await expect(page.getByText(/«no es una página» no es un dominio/)).toBeVisible();
  await expect(page.getByLabel('Páginas que se revisan')).toBeFocused();
  await expectAccessibleInBothSchemes(page);

  await page.getByLabel('Páginas que se revisan').fill('');
  await expect(page.getByText('Sin guardar: 1 palabra más.')).toBeVisible();
  await page.getByRole('button', { name: 'Guardar' }).press('Enter');
  await expect(page.getByText('Listo: guardamos los cambios.')).toBeVisible();
  await expect(page.getByLabel('Palabras que se revisan')).toHaveValue(word);
  await expectAccessibleInBothSchemes(page);
}

/** Publishes an activity with the word; its path. */
async function publishHeld(page: Page): Promise<string> {
  const email = `nubia.${unique}@example.org`;
  await createAccount(page, { username: 'Nubia Chantre', email, password });
  const date = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000).toISOString();
  const response = await page.request.post('/api/tasks', { data: { title, date } });
  expect(response.status()).toBe(201);
  const path = `/actividades/${(await response.json())._id}`;
  await page.goto(path);
  await expect(page.getByText('En revisión', { exact: true })).toBeVisible();
  await expect(page.getByText(/^La publicaremos cuando la revisemos/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Compartir' })).toBeHidden();
  await expectAccessibleInBothSchemes(page);
  return path;
}

async function approve(page: Page): Promise<void> {
  await signIn(page, admin);
  await page.goto(`/admin-dashboard?tab=actividades&estado=pending&q=${word}`);
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText('Retenida, sin publicar');
  await expect(row).toContainText(`Dice «${word}»`);
  await expectAccessibleInBothSchemes(page);
  await row.getByRole('button', { name: /^Aprobar:/ }).click();
  await expect(page.getByText('No hay actividades con estos filtros')).toBeVisible();
}

test('a held word keeps an activity from everybody else until an admin approves it', async ({
  page,
  browser,
  contextOptions,
  product,
  quietConsole,
}) => {
  quietConsole.expect(/status of 404/);
  const openPage = async () =>
    (await browser.newContext({ ...contextOptions, baseURL: product.url })).newPage();
  await holdWord(page);
  const author = await openPage();
  const path = await publishHeld(author);
  const visitor = await openPage();
  expect((await visitor.goto(path))?.status()).toBe(404);
  await approve(await openPage());
  await expect(async () => expect((await visitor.goto(path))?.status()).toBe(200)).toPass();
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
  for (const context of browser.contexts().filter(one => one !== page.context())) await context.close();
});
