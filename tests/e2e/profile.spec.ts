import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createAccount, signIn } from './accounts.ts';
import { AT_ANY_WIDTH, expect, expectAccessible, test } from './fixtures.ts';
import { followLink, openEmail } from './mailbox.ts';

const REJECTED = /status of 40[0139]/;
const OLD_PASSWORD = 'maíz-y-café';
const NEW_PASSWORD = 'panela-y-queso';
/** Listed as 'Samsung Internet for Android en Android', which does not fit on a line of a phone. */
const LONG_USER_AGENT = 'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121 Mobile Safari/537.36';

async function changeData(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menú de Rosa Elvira' }).click();
  await page.getByRole('link', { name: 'Mi perfil' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mi perfil' })).toBeVisible();
  await expect(page.getByText('Esta sesión')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Nombre de usuario').fill('Ro');
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByText('debe tener al menos 3 caracteres')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Minga' }).first().click();
  await expect(page.getByRole('dialog', { name: '¿Salir sin guardar?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Seguir editando' }).click();

  await page.getByLabel('Nombre de usuario').fill('Rosa Tombé');
  await page.getByLabel('¿Cómo te saludamos?').selectOption('Bienvenida');
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByText('Guardamos tus datos')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menú de Rosa Tombé' })).toBeVisible();
  await expectAccessible(page);
}

/** Requests the change; the page shows the pending address. */
async function requestEmailChange(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Cambiar el correo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cambiar el correo' });
  await dialog.getByLabel('Correo nuevo').fill(email);
  await dialog.getByLabel('Contraseña actual').fill('ninguna');
  await dialog.getByRole('button', { name: 'Enviar el enlace' }).click();
  await expect(dialog.getByText('La contraseña actual no es correcta')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Contraseña actual').fill(OLD_PASSWORD);
  await dialog.getByRole('button', { name: 'Enviar el enlace' }).click();
  await expect(page.getByText(`Falta confirmar ${email}`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expectAccessible(page);
}

/** Opens the link, which alone changes nothing, confirms, and opens the used link again. */
async function confirmEmail(page: Page, oldEmail: string, email: string): Promise<void> {
  await openEmail(page, email, 'Confirma tu correo nuevo');
  const link = await page.getByRole('link', { name: /confirm-email/ }).getAttribute('href');
  const tab = await followLink(page, 'confirm-email');
  await expect(tab.getByRole('button', { name: 'Confirmar el cambio de correo' })).toBeVisible();
  await expect(tab).toHaveURL(/\/confirm-email$/);
  await expectAccessible(tab);
  await tab.getByRole('button', { name: `Menú de` }).click();
  await expect(tab.getByText(oldEmail)).toBeVisible();
  await tab.keyboard.press('Escape');
  await tab.getByRole('button', { name: 'Confirmar el cambio de correo' }).click();
  await expect(tab.getByRole('heading', { name: 'Tu correo quedó cambiado' })).toBeVisible();
  await expectAccessible(tab);

  const used = await tab.context().newPage();
  await used.goto(link ?? '');
  await used.getByRole('button', { name: 'Confirmar el cambio de correo' }).click();
  await expect(used.getByRole('heading', { name: 'No pudimos cambiar tu correo' })).toBeVisible();
  await expectAccessible(used);
  await used.close();
  await tab.close();

  await openEmail(page, oldEmail, 'El correo de tu cuenta de Minga cambió');
  await page.goto('/profile');
  await expect(page.getByRole('region', { name: 'Correo electrónico' }).getByText(email)).toBeVisible();
}

async function changePassword(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cambiar la contraseña' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cambiar la contraseña' });
  await dialog.getByLabel('Contraseña actual').fill(OLD_PASSWORD);
  await dialog.getByLabel('Nueva contraseña', { exact: true }).fill(NEW_PASSWORD);
  await expect(dialog.getByText('Seguridad:')).toBeVisible();
  await dialog.getByLabel('Repite la nueva contraseña').fill('otra');
  await dialog.getByRole('button', { name: 'Cambiar la contraseña' }).click();
  await expect(dialog.getByText('Las contraseñas no coinciden')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Repite la nueva contraseña').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Cambiar la contraseña' }).click();
  await expect(page.getByText('Contraseña cambiada. Cerramos tus otras sesiones.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expectAccessible(page);
}

async function expectSignedOut(page: Page): Promise<void> {
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login/);
}

/** Ends one session of another browser, then all sessions except this page's. */
async function endSessions(page: Page, elsewhere: Page, email: string): Promise<void> {
  const sessions = page.getByRole('region', { name: 'Sesiones abiertas' });
  await signIn(elsewhere, { email, password: NEW_PASSWORD });
  await page.reload();
  const other = sessions.getByRole('listitem').filter({ hasNotText: 'Esta sesión' });
  await other.getByRole('button', { name: /^Cerrar sesión/ }).click();
  await expect(page.getByText('Cerramos esa sesión')).toBeVisible();
  await expect(sessions.getByRole('heading')).toBeFocused();
  await expectAccessible(page);
  await expectSignedOut(elsewhere);

  await signIn(elsewhere, { email, password: NEW_PASSWORD });
  await page.reload();
  await sessions.getByRole('button', { name: 'Cerrar las demás' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Cerrar las demás sesiones?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cerrar las demás' }).click();
  await expect(page.getByText('Cerramos tus otras sesiones')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(sessions.getByRole('heading')).toBeFocused();
  await expectSignedOut(elsewhere);
}

async function download(page: Page, email: string): Promise<void> {
  const pending = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar mis datos' }).press('Enter');
  const file = await pending;
  expect(file.suggestedFilename()).toMatch(/^minga-mis-datos-\d{4}-\d{2}-\d{2}\.json$/);
  const data = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data.account).toMatchObject({ username: 'Rosa Tombé', email, gender: 'female' });
  expect(data.sessions).toHaveLength(1);
  await expect(page.getByText(/^Descargamos minga-mis-datos/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Descargar mis datos' })).toBeFocused();
  await expectAccessible(page);
}

async function deleteAccount(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Eliminar tu cuenta?' });
  await dialog.getByRole('button', { name: 'Eliminar para siempre' }).click();
  await expect(dialog.getByText('Escribe tu contraseña actual')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Escribe ELIMINAR para confirmar').fill('ELIMINAR');
  await dialog.getByLabel('Contraseña actual').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Eliminar para siempre' }).click();
  await expect(page.getByRole('heading', { name: 'Tu cuenta quedó eliminada' })).toBeVisible();
  await expect(page).toHaveURL(/\/adios$/);
  await expectAccessible(page);
  await expectSignedOut(page);
  const again = await page.request.post('/api/auth/login', { data: { email, password: NEW_PASSWORD } });
  expect(again.status()).toBe(401);
}

test('a member changes data, e-mail and password, ends sessions, downloads their data and deletes the account', async ({
  page,
  browser,
  contextOptions,
  baseURL,
  quietConsole,
}) => {
  quietConsole.expect(REJECTED);
  const id = randomUUID().slice(0, 8);
  const oldEmail = `rosa.${id}@example.org`;
  const email = `rosa.nueva.${id}@example.org`;
  await createAccount(page, { username: 'Rosa Elvira', email: oldEmail, password: OLD_PASSWORD });
  await page.goto('/tasks');
  await changeData(page);
  await requestEmailChange(page, email);
  await confirmEmail(page, oldEmail, email);

  const context = await browser.newContext({ ...contextOptions, ...(baseURL && { baseURL }) });
  const elsewhere = await context.newPage();
  await signIn(elsewhere, { email, password: OLD_PASSWORD });
  await changePassword(page);
  await expectSignedOut(elsewhere);
  await endSessions(page, elsewhere, email);
  await context.close();

  await download(page, email);
  await deleteAccount(page, email);
});

test('the menu closes when the focus leaves it and returns the focus on Escape', async ({
  page,
  viewport,
}) => {
  const email = `maria.ines.${randomUUID().slice(0, 8)}@example.org`;
  await createAccount(page, { username: 'María Inés', email, password: OLD_PASSWORD });
  await page.goto('/profile');
  const opener = page.getByRole('button', { name: 'Menú de María Inés' });
  const last = page.getByRole('button', { name: 'Cerrar Sesión', exact: true });
  await opener.press('Enter');
  const line = await page.getByRole('banner').getByText(email).boundingBox();
  if ((viewport?.width ?? 0) > 768) expect(line?.height).toBeLessThan(30);
  await last.focus();
  await page.keyboard.press('Escape');
  await expect(last).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.press('Enter');
  await last.focus();
  await page.keyboard.press('Tab');
  await expect(last).toBeHidden();
  await expect(page.locator(':focus')).toHaveCount(1);
});

test(
  'signing out in one tab signs out the others, and a draft survives the next sign-in',
  AT_ANY_WIDTH,
  async ({ page, quietConsole }) => {
    // Requests that a screen sends while its session ends.
    quietConsole.expect(REJECTED);
    const email = `rosa.${randomUUID().slice(0, 8)}@example.org`;
    await createAccount(page, { username: 'Rosa Elvira', email, password: OLD_PASSWORD });
    await page.goto('/tasks');
    const other = await page.context().newPage();
    await other.goto('/profile');
    await other.getByLabel('Nombre de usuario').fill('Rosa Elvira Tombé');
    await page.getByRole('button', { name: 'Menú de Rosa Elvira' }).click();
    await page.getByRole('button', { name: 'Cerrar Sesión', exact: true }).click();
    await expect(page.getByText(/^Cerraste tu sesión/)).toBeVisible();

    await expect(other.getByText(/^Tu sesión se cerró/)).toBeVisible();
    await expect(other.getByText(email)).toHaveCount(0);
    await expectAccessible(other);
    await other.getByLabel('Correo electrónico').fill(email);
    await other.getByLabel('Contraseña', { exact: true }).fill(OLD_PASSWORD);
    await other.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(other.getByText('Recuperamos lo que habías escrito.')).toBeVisible();
    await expect(other.getByLabel('Nombre de usuario')).toHaveValue('Rosa Elvira Tombé');
    await expectAccessible(other);
    await expect(page).toHaveURL(/\/tasks$/);
  },
);

test('five of many sessions are shown, the current one first, and long names fit', async ({
  page,
  playwright,
  baseURL,
}) => {
  const person = { email: `luz.${randomUUID().slice(0, 8)}@example.org`, password: OLD_PASSWORD };
  await createAccount(page, { username: 'Luz Dary', ...person });
  for (let count = 0; count < 5; count++) {
    // Each request context has its own cookies: signing in ends a browser's previous session.
    const elsewhere = await playwright.request.newContext({
      ...(baseURL && { baseURL }),
      userAgent: LONG_USER_AGENT,
    });
    await elsewhere.post('/api/auth/login', { data: person });
    await elsewhere.dispose();
  }

  await page.goto('/profile');
  const rows = page.getByRole('region', { name: 'Sesiones abiertas' }).getByRole('listitem');
  await expect(rows).toHaveCount(5);
  await expect(rows.first()).toContainText('Esta sesión');
  const name = await rows.nth(1).getByText('Samsung Internet for Android en Android').boundingBox();
  expect(name?.height).toBeLessThan(30);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mostrar las 6 sesiones' }).press('Enter');
  await expect(rows).toHaveCount(6);
  await expect(rows.nth(5)).toBeFocused();
  await expectAccessible(page);
});

test('a link without its token shows an error', AT_ANY_WIDTH, async ({ page }) => {
  await page.goto('/confirm-email');
  await expect(page.getByText('Token de confirmación no encontrado en la URL')).toBeVisible();
  await expectAccessible(page);
});
