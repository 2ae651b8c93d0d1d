import { randomUUID } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { createAccount } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openEmail } from './mailbox.ts';
import { addAuthenticator } from './virtual-authenticator.ts';

const password = 'maíz-y-café';
const section = (page: Page) => page.getByRole('region', { name: 'Llaves de acceso' });

async function createPasskey(page: Page, name: string): Promise<void> {
  await section(page).getByRole('button', { name: 'Agregar una llave de acceso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar una llave de acceso' });
  await expect(dialog.getByLabel('Nombre de la llave')).not.toHaveValue('');
  await expectAccessible(page);
  await dialog.getByLabel('Nombre de la llave').fill(name);
  await dialog.getByRole('button', { name: 'Crear la llave' }).click();
  const codes = page.getByRole('dialog', { name: 'Guarda tus códigos de recuperación' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByLabel('Ya los guardé en un lugar seguro').check();
  await codes.getByRole('button', { name: 'Terminar' }).click();
  await expect(dialog).toBeHidden();
  await expect(section(page).getByRole('listitem')).toContainText(name);
}

/** Signs out and opens the sign-in screen. Leaves the page first, whose own calls would have no session. */
async function signOut(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.request.post('/api/auth/logout');
  await page.goto('/login');
}

/** Confirms the identity by the passkey. The session is too new to need it, so that the server's first answer is a stub. */
async function confirmIdentity(page: Page): Promise<void> {
  const unconfirmed = { message: 'Confirma que eres tú', code: 'CONFIRM_IDENTITY' };
  const answer = (route: Route) => route.fulfill({ status: 403, json: unconfirmed });
  await page.route('/api/auth/passkeys', answer, { times: 1 });
  await page.goto('/profile');
  await section(page).getByRole('button', { name: 'Ver tu llave de acceso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' });
  await expect(dialog.getByRole('button', { name: 'Usar una llave de acceso' })).toBeFocused();
  await expectAccessible(page);
  const confirmed = page.waitForResponse('/api/auth/identity');
  await dialog.getByRole('button', { name: 'Usar una llave de acceso' }).click();
  expect((await confirmed).status()).toBe(204);
  await expect(section(page).getByText('Último uso: hace un momento')).toBeVisible();
}

async function removePasskey(page: Page, name: string): Promise<void> {
  await section(page)
    .getByRole('button', { name: `Quitar: ${name}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `¿Quitar «${name}»?` });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Quitar la llave' }).click();
  await expect(section(page).getByText(`«${name}» ya no abre tu cuenta`)).toBeVisible();
  await expect(section(page).getByRole('heading')).toBeFocused();
  await expectAccessible(page);
}

test('a passkey is added, opens the account without typing, proves its owner and is removed', async ({
  page,
  quietConsole,
}) => {
  quietConsole.expect(/status of 40[13]/);
  const authenticator = await addAuthenticator(page);
  const email = `llave.${randomUUID().slice(0, 8)}@example.org`;
  await createAccount(page, { username: 'Rosa Elvira', email, password });

  await page.goto('/profile');
  await createPasskey(page, 'Mi celular');
  expect(await authenticator.countPasskeys()).toBe(1);
  await expect(section(page).getByText('Sin usar todavía')).toBeVisible();
  await expectAccessible(page);

  // The device has one already.
  await section(page).getByRole('button', { name: 'Agregar una llave de acceso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar una llave de acceso' });
  await dialog.getByRole('button', { name: 'Crear la llave' }).click();
  await expect(dialog.getByText('Este dispositivo ya tiene una llave de acceso de tu cuenta.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();

  await authenticator.setPresent(false);
  await signOut(page);
  await expect(page.getByLabel('Correo electrónico')).toHaveAttribute('autocomplete', 'username webauthn');
  await expectAccessible(page);
  await authenticator.setPresent(true);
  await authenticator.setUserVerified(false);
  await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click();
  await expect(page.getByText(/^No se usó ninguna llave de acceso/)).toBeVisible();
  await expectAccessible(page);

  // The password alone does not open the account any more.
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByText(/Falta un paso/)).toBeVisible();
  await expectAccessible(page);

  await authenticator.setUserVerified(true);
  await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click();
  await expect(page).toHaveURL(/\/tasks/);
  await expect(page.getByRole('button', { name: 'Menú de Rosa Elvira' })).toBeVisible();

  await confirmIdentity(page);
  await expect(page.getByText(/Te quedan 10 códigos de recuperación/)).toBeVisible();
  await removePasskey(page, 'Mi celular');
  await openEmail(page, email, 'Quitaste una llave de acceso');

  // The telephone still has what the account has not.
  await authenticator.setPresent(false);
  await signOut(page);
  await authenticator.setPresent(true);
  await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click();
  await expect(page.getByText(/no abre ninguna cuenta de Minga/)).toBeVisible();
  await expectAccessible(page);
});

test('the browser suggests the passkey on the sign-in screen', async ({ page }) => {
  await addAuthenticator(page);
  const email = `llave.${randomUUID().slice(0, 8)}@example.org`;
  await createAccount(page, { username: 'Rosa Elvira', email, password });
  await page.goto('/profile');
  await createPasskey(page, 'Mi celular');
  await signOut(page);
  // The virtual authenticator picks its only passkey at once.
  await expect(page).toHaveURL(/\/tasks/);
});
