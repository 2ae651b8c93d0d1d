import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { followLink, openLetter } from './mailbox.ts';
import { join, signIn } from './people.ts';

const REFUSED = /status of 40[0139]/;
const OLD_PASSWORD = 'maíz-y-café';
const NEW_PASSWORD = 'panela-y-queso';

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

/** Asks for the change, and leaves the page with the address that waits. */
async function askForEmail(page: Page, email: string): Promise<void> {
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

/** Opens the link in the new mailbox, which changes nothing, and confirms; returns to a link that is used up. */
async function confirmEmail(page: Page, oldEmail: string, email: string): Promise<void> {
  await openLetter(page, email, 'Confirma tu correo nuevo');
  const tab = await followLink(page, 'confirm-email');
  const link = tab.url();
  await expect(tab.getByRole('button', { name: 'Confirmar el cambio de correo' })).toBeVisible();
  await expectAccessible(tab);
  await tab.getByRole('button', { name: `Menú de` }).click();
  await expect(tab.getByText(oldEmail)).toBeVisible();
  await tab.keyboard.press('Escape');
  await tab.getByRole('button', { name: 'Confirmar el cambio de correo' }).click();
  await expect(tab.getByRole('heading', { name: 'Tu correo quedó cambiado' })).toBeVisible();
  await expectAccessible(tab);

  const used = await tab.context().newPage();
  await used.goto(link);
  await used.getByRole('button', { name: 'Confirmar el cambio de correo' }).click();
  await expect(used.getByRole('heading', { name: 'No pudimos cambiar tu correo' })).toBeVisible();
  await expectAccessible(used);
  await used.close();
  await tab.close();

  await openLetter(page, oldEmail, 'El correo de tu cuenta de Minga cambió');
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

/** Ends the sessions of another browser, first that one, then all but this. */
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
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar mis datos' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^minga-mis-datos-\d{4}-\d{2}-\d{2}\.json$/);
  const data = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data.account).toMatchObject({ username: 'Rosa Tombé', email, gender: 'female' });
  expect(data.sessions).toHaveLength(1);
  await expect(page.getByText(/^Descargamos minga-mis-datos/)).toBeVisible();
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

test('a person’s own account: data, e-mail, password, sessions, download, deletion', async ({
  page,
  browser,
  contextOptions,
  baseURL,
  quietConsole,
}) => {
  quietConsole.expect(REFUSED);
  const id = randomUUID().slice(0, 8);
  const oldEmail = `rosa.${id}@example.org`;
  const email = `rosa.nueva.${id}@example.org`;
  await join(page, { username: 'Rosa Elvira', email: oldEmail, password: OLD_PASSWORD });
  await page.goto('/tasks');
  await changeData(page);
  await askForEmail(page, email);
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

test('a link without its token says so', async ({ page }) => {
  await page.goto('/confirm-email');
  await expect(page.getByText('Token de confirmación no encontrado en la URL')).toBeVisible();
  await expectAccessible(page);
});
