import type { Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, test } from './fixtures.ts';
import { publishActivity, startActivity } from './organiser.ts';
import { drawnPicture } from './screens/drawn-picture.ts';

const HOUR_MS = 60 * 60 * 1000;

/** An activity of today that has started. */
async function startedActivity(page: Page) {
  const { id, unique } = await publishActivity(page);
  const title = `Siembra ${unique}`;
  await startActivity(page, id, { title });
  return { id, title };
}

test('an organiser tells what was done, a visitor looks at it by keyboard, and a picture goes', async ({
  page,
  browser,
  product,
}) => {
  const { id, title } = await startedActivity(page);
  await page.goto(`/tasks/${id}/despues`);
  await page.getByRole('button', { name: 'Guardar la memoria' }).click();
  await expect(page.getByText('Escribe algo o agrega una foto')).toBeVisible();
  await page.getByLabel('Qué hicimos').fill('Sembramos 300 árboles.\nHubo sancocho.');
  await page
    .getByLabel('Agregar fotos')
    .setInputFiles([
      await drawnPicture('trees', 1),
      await drawnPicture('river', 2),
      { name: 'notas.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no') },
    ]);
  await expect(page.getByText('«notas.pdf»: Por favor selecciona solo archivos de imagen')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Foto 2' })).toBeVisible();
  await expect(page.getByText(/^Publica solo fotos de personas que estuvieron de acuerdo/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Guardar la memoria' }).click();
  await expect(page.getByText(/^Memoria guardada/)).toBeVisible();
  await expectAccessible(page);

  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage();
  await visitor.goto(`/actividades/${id}`);
  await hydrated(visitor);
  const memory = visitor.getByRole('region', { name: 'Lo que hicimos' });
  await expect(memory.getByText('Sembramos 300 árboles.')).toBeVisible();
  await expectAccessible(visitor);
  const second = memory.getByRole('button', { name: `Foto 2 de «${title}»` });
  await second.press('Enter');
  const dialog = visitor.getByRole('dialog', { name: 'Foto 2 de 2' });
  await expect(dialog.getByRole('img', { name: `Foto 2 de «${title}»` })).toBeVisible();
  await expectAccessible(visitor);
  await visitor.keyboard.press('ArrowLeft');
  await expect(visitor.getByRole('dialog', { name: 'Foto 1 de 2' })).toBeVisible();
  await visitor.keyboard.press('Escape');
  await expect(second).toBeFocused();

  await page.getByRole('button', { name: 'Quitar la foto 1' }).click();
  // The message of the first saving stays until the second one begins, so that it tells nothing about its end.
  const saved = page.waitForResponse(response => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Guardar la memoria' }).click();
  expect((await saved).status()).toBe(200);
  await visitor.reload();
  await expect(memory.getByRole('img')).toHaveCount(1);

  // An activity without goals gets some in its form.
  await page.getByRole('link', { name: 'Poner metas' }).click();
  await expect(page.getByRole('button', { name: 'Agregar meta' })).toBeInViewport();
  await expect(page.locator('summary', { hasText: 'Metas' })).toBeFocused();
});

test('without JavaScript the memory and the impact can be read', async ({ page, browser, product }) => {
  const { id } = await startedActivity(page);
  const written = await page.request.put(`/api/tasks/${id}/memory`, { multipart: { text: 'Todo limpio.' } });
  expect(written.status()).toBe(200);
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
  const reader = await context.newPage();
  await reader.goto(`/actividades/${id}`);
  await expect(reader.getByText('Todo limpio.')).toBeVisible();
  await reader.goto('/impacto');
  await expect(reader.getByRole('heading', { level: 1, name: 'Lo que hemos logrado' })).toBeVisible();
  await expect(reader.getByText(/^\d+ actividad(es)? hechas?$/)).toBeVisible();
  const table = reader.getByRole('table', { name: 'Los últimos doce meses' });
  await expect(table.getByRole('row')).toHaveCount(13);
});

test('the impact of a collective leads back to it', async ({ page, quietConsole }) => {
  await startedActivity(page);
  const slug = `tejedoras-${Date.now() % HOUR_MS}`;
  const created = await page.request.post('/api/collectives', { data: { name: slug } });
  const { slug: given } = await created.json();
  await page.goto(`/colectivos/${given}`);
  await page.getByRole('link', { name: 'Ver lo que ha logrado' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Lo que ha logrado ${slug}` })).toBeVisible();
  await expect(page.getByText('Todavía no hay actividades hechas')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Ver el impacto de todo el sitio' }).click();
  await expect(page.getByRole('table', { name: 'Los últimos doce meses' })).toBeVisible();
  await expectAccessible(page);
  // The page itself and the call of its collective.
  quietConsole.expect(/status of 404/);
  await page.goto('/impacto?colectivo=ninguno');
  await expect(page.getByRole('heading', { level: 1, name: 'No encontramos este colectivo' })).toBeVisible();
});
