import type { Locator } from '@playwright/test';
import { createAccount } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const placeholderColor = (field: Locator) =>
  field.evaluate(element => getComputedStyle(element, '::placeholder').color);

test('goals are written with the activity, seen on its page, and their progress is noted', async ({
  page,
  browser,
  product,
}) => {
  const unique = crypto.randomUUID().slice(0, 8);
  await createAccount(page, {
    username: 'Nubia',
    email: `nubia.${unique}@example.org`,
    password: 'maíz-y-café',
  });
  const date = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString();
  const created = await page.request.post('/api/tasks', { data: { title: `Siembra ${unique}`, date } });
  const { _id: id } = await created.json();
  // The link of 'Poner metas'.
  await page.goto(`/tasks/${id}#metas`);
  await expect(page.getByRole('button', { name: 'Agregar meta' })).toBeInViewport();
  await page.getByRole('button', { name: 'Agregar meta' }).click();
  await page.getByLabel('Meta 1', { exact: true }).fill('Sembrar');
  await page.getByLabel('De qué').fill('árboles');
  await page.getByRole('button', { name: 'Actualizar actividad' }).click();
  await expect(page.getByText('La meta debe ser un número entero de 1 a 1.000.000')).toBeVisible();
  const target = page.getByLabel('Cuánto', { exact: true });
  await expect(target).toHaveAttribute('aria-invalid', 'true');
  expect(await placeholderColor(target)).toBe(await placeholderColor(page.getByLabel(/^Responsables/)));
  await target.fill('1.200');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Actualizar actividad' }).click();
  await expect(page.getByText('Actividad actualizada')).toBeVisible();

  await page.goto(`/actividades/${id}`);
  await page.getByRole('button', { name: 'Anotar avance: Sembrar' }).press('Enter');
  await page.getByLabel('Sembrar: cuánto llevan').fill('300');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Avance guardado')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Anotar avance: Sembrar' })).toBeFocused();

  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage();
  await visitor.goto(`/actividades/${id}`);
  await expect(visitor.getByRole('progressbar', { name: 'Sembrar: 300 de 1.200 árboles' })).toBeVisible();
  await expect(visitor.getByRole('button', { name: /^Anotar avance/ })).toHaveCount(0);
  await expectAccessible(visitor);
});
