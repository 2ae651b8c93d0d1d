import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { createAccount } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

/** Presses a button that downloads a file; resolves to the file. */
async function downloaded(page: Page, name: string): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  return readFile(await (await download).path());
}

/** The URL in the QR code of an image, as a camera reads it. */
async function scan(png: Buffer): Promise<string> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR(
    { width: info.width, height: info.height, data },
    { effort: Infinity, timeLimit: Infinity },
  );
}

test('an organiser takes posters, is told when they are out of date, and a stranger arrives from one', async ({
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
  const created = await page.request.post('/api/tasks', {
    data: { title: `Siembra ${unique}`, date, place: 'Parque Caldas' },
  });
  const { _id: id } = await created.json();
  await page.goto(`/actividades/${id}`);
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('button', { name: 'Afiche' }).click();
  await expect(page.getByRole('dialog', { name: 'Afiche' })).toBeVisible();
  await expectAccessible(page);
  const paper = await downloaded(page, 'Hoja entera (A4)');
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-');
  await expect(page.getByText(/^Listo: afiche-siembra-/)).toBeVisible();
  const image = await downloaded(page, 'Imagen para WhatsApp');
  await page.keyboard.press('Escape');

  // The stranger's camera.
  const url = await scan(image);
  expect(url).toMatch(/\/a\/[0-9A-HJKMNP-TV-Z]{7}$/);
  const stranger = await (await browser.newContext({ baseURL: product.url })).newPage();
  await stranger.goto(new URL(url).pathname);
  await expect(stranger).toHaveURL(`/actividades/${id}`);
  await expect(stranger.getByRole('heading', { level: 1, name: `Siembra ${unique}` })).toBeVisible();

  await page.request.put(`/api/tasks/${id}`, {
    data: { title: `Siembra ${unique}`, date, place: 'Parque de la Salud' },
  });
  await page.goto(`/tasks/${id}/gente`);
  const notice = page.getByRole('region', { name: 'Afiche desactualizado' });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await downloaded(page, 'Descargar el afiche nuevo');
  await expect(notice).toHaveCount(0);
});
