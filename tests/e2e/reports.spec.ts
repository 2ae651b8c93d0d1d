import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { createAccount, signIn } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { publish } from './notification-fixtures.ts';
import { superadmin } from './superadmin.ts';

const PASSWORD = 'maíz-y-café';

async function pageOf(browser: Browser, baseURL: string): Promise<Page> {
  return (await browser.newContext({ baseURL, reducedMotion: 'reduce' })).newPage();
}

/** Creates an admin and signs it in in this page's browser. */
async function signInAsNewAdmin(page: Page, mark: string): Promise<void> {
  const email = `yesid.${mark}@example.org`;
  const data = { username: 'Yesid Muelas', email, password: PASSWORD };
  await signIn(page, superadmin);
  expect((await page.request.post('/api/auth/admin/register', { data })).status()).toBe(201);
  await signIn(page, { email, password: PASSWORD });
}

async function report(visitor: Page, id: string): Promise<void> {
  await visitor.goto(`/actividades/${id}`);
  await visitor.getByRole('main').getByRole('button', { name: 'Reportar' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Reportar esta actividad' });
  await dialog.getByRole('radio', { name: 'Parece un engaño o pide plata' }).check();
  await dialog.getByLabel(/^Cuéntanos un poco más/).fill('Pide consignar antes de ir.');
  await expectAccessible(visitor);
  await dialog.getByRole('button', { name: 'Enviar reporte' }).click();
  await visitor
    .getByRole('dialog', { name: 'Gracias por avisar' })
    .getByRole('button', { name: 'Listo' })
    .click();
}

async function appeal(author: Page, id: string): Promise<void> {
  await author.goto(`/actividades/${id}`);
  const notice = author.getByRole('region', { name: 'Esta actividad no está publicada' });
  await expect(notice.getByText(/^La actividad pide plata/)).toBeVisible();
  await notice.getByRole('button', { name: 'Pedir que la revisen de nuevo' }).click();
  await notice.getByLabel(/^¿Por qué debería/).fill('Es para las semillas, y ya lo explicamos.');
  await expectAccessible(author);
  await notice.getByRole('button', { name: 'Enviar' }).click();
  await expect(notice.getByText('Ya pediste que la revisen de nuevo.')).toBeVisible();
}

test('what a visitor reports is hidden with two keys, appealed, and published again with one', async ({
  page,
  browser,
  product,
}) => {
  const mark = randomUUID().slice(0, 8);
  const [author, visitor] = [await pageOf(browser, product.url), await pageOf(browser, product.url)];
  await createAccount(author, { username: 'Luz Dary', email: `luz.${mark}@example.org`, password: PASSWORD });
  const title = `Rifa ${mark}`;
  const id = await publish(author, title, 5);
  await report(visitor, id);

  await signInAsNewAdmin(page, mark);
  await page.goto('/admin-dashboard?tab=reportes');
  const reported = page.getByRole('article', { name: title });
  await expect(reported.getByText('Pide consignar antes de ir.')).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Reportes.*1 por revisar$/ })).toBeVisible();
  await expectAccessible(page);
  await reported.focus();
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: 'Pide plata' })).toBeFocused();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 560 });
  // The dialog is higher than the window.
  for (const name of ['Cancelar', 'Ocultar'])
    await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Ocultada: ${title}`)).toBeVisible();
  await expect(page.getByText('No hay nada por revisar')).toBeVisible();
  await visitor.goto(`/actividades/${id}`);
  await expect(visitor.getByText('No encontramos esta actividad')).toBeVisible();

  await appeal(author, id);
  await page.reload();
  await expect(reported.getByText('Es para las semillas, y ya lo explicamos.')).toBeVisible();
  await reported.focus();
  await page.keyboard.press('p');
  await expect(page.getByText('No hay nada por revisar')).toBeVisible();
  await visitor.goto(`/actividades/${id}`);
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('tab', { name: 'Decididos' }).click();
  await expect(reported.getByText('Publicada de nuevo')).toBeVisible();
  await expectAccessible(page);
});

test('an admin approves some activities at once', async ({ page, browser, product }) => {
  const mark = randomUUID().slice(0, 8);
  const author = await pageOf(browser, product.url);
  await createAccount(author, { username: 'Luz Dary', email: `luz.${mark}@example.org`, password: PASSWORD });
  for (const days of [5, 6]) await publish(author, `Siembra ${mark} ${days}`, days);
  await signInAsNewAdmin(page, mark);
  await page.goto(`/admin-dashboard?tab=actividades&q=${mark}`);
  await page.getByRole('button', { name: 'Seleccionar' }).click();
  await page.getByLabel('Seleccionar todas las de esta página').check();
  await expectAccessible(page);
  const bar = page.getByRole('region', { name: 'Elegir varias actividades' });
  await bar.getByRole('button', { name: 'Aprobar' }).click();
  await expect(page.getByText('2 aprobadas')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Aprobada' })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Seleccionar' })).toBeFocused();
});
