import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createAccount } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { popayanGround } from './popayan-ground.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function publish(page: Page, data: Record<string, unknown>): Promise<string> {
  const response = await page.request.post('/api/tasks', { data });
  expect(response.status()).toBe(201);
  return (await response.json())._id;
}

test('the map shows the results with and without its file, and the form takes a point from it', async ({
  page,
  context,
  product,
  quietConsole,
}) => {
  // Before the sign-in, and while there is no file.
  quietConsole.expect(/status of 40[14]/);
  const file = join(product.dataDir, 'mapa.pmtiles');
  const mark = `mapa${randomUUID().slice(0, 8)}`;
  await createAccount(page, { username: 'Inés', email: `${mark}@example.org`, password: 'maíz-y-café' });
  const hill = { latitude: 2.4445, longitude: -76.6005 };
  const id = await publish(page, { title: `Siembra ${mark}`, date: inDays(3), location: hill });
  const far = { latitude: 2.46, longitude: -76.58 };
  await publish(page, { title: `Olla ${mark}`, date: inDays(4), place: 'La Maloca', location: far });
  await publish(page, { title: `Taller ${mark}`, date: inDays(5) });
  const foreign: string[] = [];
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== product.url) foreign.push(request.url());
  });

  await page.goto(`/actividades?q=${mark}`);
  await expect(page.getByRole('article')).toHaveCount(3);
  // The list does not lead to a map without a ground.
  await expect(page.getByRole('link', { name: 'Ver en el mapa' })).toHaveCount(0);
  await page.goto(`/mapa?q=${mark}`);
  await expect(page.getByText('1 no tiene un punto en el mapa y está solo en la lista.')).toBeVisible();
  const map = page.getByRole('region', { name: 'Mapa de actividades' });
  await expect(map).toBeVisible();
  await expect(page.getByRole('img', { name: /^Escala: / })).toBeVisible();
  await expect(page.getByRole('link', { name: '© OpenStreetMap' })).toHaveCount(0);
  const point = page.getByRole('button', { name: new RegExp(`^Siembra ${mark}, `) });
  await expect(point).toBeInViewport();
  await expectAccessible(page);

  await writeFile(file, popayanGround());
  await page.reload();
  await expect(page.getByRole('link', { name: '© OpenStreetMap' })).toBeVisible();
  await point.click();
  const card = page.getByRole('region', { name: 'En este punto' });
  await expect(card).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  const entry = page.getByRole('listitem').getByRole('link', { name: `Olla ${mark}` });
  await entry.focus();
  await expect(page.getByRole('button', { name: new RegExp(`^Olla ${mark}, `) })).toHaveAttribute(
    'data-active',
  );
  // The focused row has raised the list over the map's buttons.
  await page.keyboard.press('Escape');

  await context.setGeolocation({ latitude: 2.451_234_5, longitude: -76.598_765_4 });
  await context.grantPermissions(['geolocation']);
  await page.getByRole('button', { name: 'Cerca de mí' }).click();
  await expect(page.getByText(/^El punto azul es tu posición aproximada/)).toBeVisible();
  await expect(page).toHaveURL(`/mapa?q=${mark}`);

  await aroundTheDevice(page, mark);

  await page.goto(`/actividades/${id}`);
  await page.getByRole('link', { name: 'Ver en el mapa' }).click();
  await expect(card.getByRole('link', { name: `Siembra ${mark}` })).toBeVisible();
  await expect(point).toBeInViewport();

  await page.goto('/add-task');
  await page.getByText('Ubicación', { exact: true }).click();
  await page.getByRole('button', { name: 'Elegir en el mapa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Elegir en el mapa' });
  const pin = dialog.getByRole('button', { name: /^Punto elegido/ });
  const chosen = dialog.getByText(/^Punto: /);
  await pin.focus();
  const before = await chosen.textContent();
  await page.keyboard.press('ArrowUp');
  await expect(chosen).not.toHaveText(before ?? '');
  const moved = await chosen.textContent();
  await dialog
    .getByRole('region', { name: 'Mapa para elegir el lugar' })
    .click({ position: { x: 60, y: 90 } });
  await expect(chosen).not.toHaveText(moved ?? '');
  await expectAccessible(page);
  const position = (await chosen.textContent())?.replace('Punto: ', '') ?? '';
  await dialog.getByRole('button', { name: 'Usar este punto' }).click();
  const written = page.getByLabel('Coordenadas o enlace del mapa');
  await expect(written).toHaveValue(position);
  await written.fill('https://www.google.com/maps/@2.4448,-76.6147,17z');
  await expect(page.getByText(/^Ese enlace dice qué parte del mapa se veía/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Mapa para revisar el lugar' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Usar este punto' }).click();
  await expect(written).toHaveValue('2.4448, -76.6147');
  expect(foreign).toEqual([]);
  await rm(file);
});

/** From the list around the device to the map and back, with the keyboard. */
async function aroundTheDevice(page: Page, mark: string): Promise<void> {
  const enter = async (name: string) => {
    await page.getByRole('link', { name }).focus();
    await page.keyboard.press('Enter');
  };
  const list = `/actividades?q=${mark}&cerca=aqui`;
  await page.goto(list);
  await expect(page.getByText('2 actividades encontradas')).toBeVisible();
  await expect(page.getByText(/Las actividades sin punto en el mapa no aparecen aquí/)).toBeVisible();
  await expectAccessible(page);
  const filters = page.getByRole('button', { name: /^Filtros/ });
  await filters.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Filtros' });
  await sheet.getByRole('button', { name: '50 km' }).focus();
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Ver 2 actividades' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${list}&radio=50`);
  await expect(filters).toBeFocused();
  await enter('Ver en el mapa');
  await expect(page).toHaveURL(`/mapa?q=${mark}&cerca=aqui&radio=50`);
  await expect(page.getByText('2 actividades encontradas')).toBeVisible();
  await expectAccessible(page);
  await enter('Ver como lista');
  await expect(page).toHaveURL(`${list}&radio=50`);
  await enter('Quitar los filtros');
  await expect(page.getByText('3 actividades encontradas')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Resultados' })).toBeFocused();
}
