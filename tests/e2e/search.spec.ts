import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type ApiClient, createAccount } from './accounts.ts';
import { AT_ANY_WIDTH, expect, expectAccessible, hydrated, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** Publishes through the API; activities.spec.ts tests the form. */
async function publish(client: ApiClient, data: Record<string, unknown>): Promise<string> {
  const response = await client.request.post('/api/tasks', { data });
  expect(response.status()).toBe(201);
  return (await response.json())._id;
}

async function promote(client: ApiClient, id: string): Promise<void> {
  const response = await client.request.patch(`/api/tasks/${id}/promotion`, { data: { isPromoted: true } });
  expect(response.ok()).toBe(true);
}

declare global {
  interface Window {
    recordedWidths: number[];
  }
}

const count = (page: Page, text: string) => page.getByText(text, { exact: true });

test('a member searches with the keyboard only, shares the URL, and updates and deletes results', async ({
  page,
  context,
  quietConsole,
}) => {
  // The page checks for a session before the sign-in.
  quietConsole.expect(/status of 401/);
  const mark = `minga${randomUUID().slice(0, 8)}`;
  const email = `ines.${mark}@example.org`;
  await createAccount(page, { username: 'Inés', email, password: 'maíz-y-café' });
  await publish(page, { title: `Siembra ${mark}`, date: inDays(3), place: 'Cerro de la Eme' });
  await publish(page, { title: `Taller ${mark}`, date: inDays(5), place: 'La Maloca' });
  await publish(page, { title: 'Minga del puente', date: inDays(6), place: 'Puente viejo' });

  await page.goto('/tasks');
  await page.getByRole('main').getByRole('link', { name: 'Buscar actividades' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Buscar Actividades' })).toBeFocused();
  await expectAccessible(page);

  const words = page.getByRole('searchbox', { name: 'Palabra clave' });
  // On a phone the chips of the area come first.
  await tabTo(words);
  await page.keyboard.type(mark);
  await page.keyboard.press('Enter');
  await expect(count(page, '2 actividades encontradas')).toBeInViewport();
  await expect(words).toBeFocused();
  await page.keyboard.press('Tab');
  const folded = page.getByRole('button', { name: /^Filtros/ });
  if (await folded.isVisible()) {
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('maloca');
  await expect(count(page, '1 actividad encontrada')).toBeVisible();
  await expect(page).toHaveURL(`/tasks/buscar?q=${mark}&place=maloca`);
  await expectAccessible(page);

  const shared = await context.newPage();
  await shared.goto(page.url());
  await expect(count(shared, '1 actividad encontrada')).toBeVisible();
  await expect(shared.getByRole('article', { name: `Taller ${mark}` })).toBeVisible();
  await expect(shared.getByLabel('Lugar')).toHaveValue('maloca');
  await shared.close();

  await page.goBack();
  await expect(count(page, '2 actividades encontradas')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Lugar' })).toHaveValue('');

  await quickUpdate(page, `Siembra ${mark}`);
  await quickDelete(page, `Siembra ${mark}`);
  await words.fill('zzzz');
  await expect(page.getByText('No se encontraron actividades')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Quitar los filtros' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Resultados' })).toBeFocused();
  if (await folded.isVisible()) {
    await folded.click();
    await expectResultsInViewportWhileTyping(page, mark);
  }
});

/** With a phone's on-screen keyboard open, the results are in the viewport, and so is the search box, which stays focused. */
async function expectResultsInViewportWhileTyping(page: Page, mark: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 330 });
  const words = page.getByRole('searchbox', { name: 'Palabra clave' });
  await page.evaluate(() => scrollTo(0, 0));
  await words.fill(mark);
  await expect(count(page, '1 actividad encontrada')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('article', { name: `Taller ${mark}` })).toBeInViewport();
  await words.fill('zzzz');
  await expect(page.getByText('No se encontraron actividades')).toBeInViewport({ ratio: 1 });
  await expect(words).toBeFocused();
  await expect(words).toBeInViewport({ ratio: 1 });
}

/** Runs in the page: records the page's width in each frame. */
function recordWidths(): void {
  window.recordedWidths = [];
  const record = () => {
    window.recordedWidths.push(document.documentElement.scrollWidth);
    requestAnimationFrame(record);
  };
  record();
}

async function quickUpdate(page: Page, title: string): Promise<void> {
  const card = page.getByRole('article', { name: title });
  await card.getByRole('button', { name: 'Actualizar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Actualizar actividad' });
  await page.evaluate(recordWidths);
  await dialog.getByRole('combobox', { name: 'Lugar' }).fill('Puente');
  await expect(page.getByRole('option', { name: 'Puente viejo' })).toBeVisible();
  // A list that is placed before its width is known would widen a phone's page for a frame.
  const [narrowest, widest] = await page.evaluate(() => [
    Math.min(...window.recordedWidths),
    Math.max(...window.recordedWidths),
  ]);
  expect(widest).toBe(narrowest);
  await expectAccessible(page);

  await page.goBack();
  const question = page.getByRole('dialog', { name: '¿Salir sin guardar?' });
  await question.getByRole('button', { name: 'Seguir editando' }).click();
  await dialog.getByRole('combobox', { name: 'Lugar' }).fill('Puente del Humilladero');
  await dialog.getByRole('button', { name: 'Actualizar actividad' }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByText('Puente del Humilladero')).toBeVisible();
  await expect(count(page, '2 actividades encontradas')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Actualizar' })).toBeFocused();
}

async function quickDelete(page: Page, title: string): Promise<void> {
  const card = page.getByRole('article', { name: title });
  await card.getByRole('button', { name: 'Eliminar' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirmar eliminación' });
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(card).toBeHidden();
  await expect(count(page, '1 actividad encontrada')).toBeVisible();
}

test('the promoted page shows promoted activities of others and of the member', async ({
  page,
  browser,
  contextOptions,
  baseURL,
  quietConsole,
}) => {
  quietConsole.expect(/status of 401/);
  const mark = randomUUID().slice(0, 8);
  const elsewhere = await browser.newContext({ ...contextOptions, ...(baseURL && { baseURL }) });
  await createAccount(elsewhere, {
    username: 'Otra',
    email: `otra.${mark}@example.org`,
    password: 'maíz-y-café',
  });
  await promote(elsewhere, await publish(elsewhere, { title: `Ajena ${mark}`, date: inDays(2) }));
  await elsewhere.close();

  await createAccount(page, { username: 'Inés', email: `ines.${mark}@example.org`, password: 'maíz-y-café' });
  await page.goto('/tasks/promocionadas');
  await expect(page.getByText('No has promocionado ninguna actividad')).toBeVisible();
  await expectAccessible(page);
  await promote(page, await publish(page, { title: `Propia ${mark}`, date: inDays(2) }));
  await page.reload();

  const own = page.getByRole('region', { name: 'Mis Actividades Promocionadas (1)' });
  await expect(own.getByRole('article', { name: `Propia ${mark}` }).getByText('PROMO')).toBeVisible();
  await expect(own.getByRole('button', { name: 'Asistir a actividad' })).toHaveCount(0);
  const ajena = page.getByRole('article', { name: `Ajena ${mark}` });
  await expect(ajena.getByRole('button', { name: 'Asistir a actividad' })).toBeVisible();
  await expectAccessible(page);
});

test('the back link restores the list at its scroll position', AT_ANY_WIDTH, async ({ page }) => {
  const mark = `regreso${randomUUID().slice(0, 8)}`;
  await createAccount(page, { username: 'Inés', email: `ines.${mark}@example.org`, password: 'maíz-y-café' });
  for (let day = 1; day <= 9; day += 1) {
    await publish(page, { title: `Siembra ${day} ${mark}`, date: inDays(day) });
  }
  await page.context().clearCookies();
  await page.goto(`/actividades?q=${mark}`);
  await expect(count(page, '9 actividades encontradas')).toBeVisible();
  await page.getByRole('button', { name: 'Más', exact: true }).click();
  await page.getByRole('button', { name: 'Suscríbete' }).click();
  await expect(page.getByRole('link', { name: 'En mi celular o computador' })).toHaveAttribute(
    'href',
    new RegExp(`^webcal://[^/]+/actividades\\.ics\\?q=${mark}$`),
  );
  await expectAccessible(page);
  for (const menu of ['Suscríbete', 'Más']) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: menu, exact: true })).toBeFocused();
  }

  await hydrated(page);
  const card = page.getByRole('article', { name: `Siembra 8 ${mark}` });
  await card.scrollIntoViewIfNeeded();
  const before = await card.boundingBox();
  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: `Siembra 8 ${mark}` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Agregar al calendario' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Volver a la lista' }).click();
  await expect(count(page, '9 actividades encontradas')).toBeVisible();
  await expect
    .poll(async () => Math.round((await card.boundingBox())?.y ?? 0))
    .toBe(Math.round(before?.y ?? 0));
});
