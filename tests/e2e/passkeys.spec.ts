import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createAccount } from './accounts.ts';
import { addAuthenticator } from './authenticator.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openEmail } from './mailbox.ts';

const password = 'maíz-y-café';
const section = (page: Page) => page.getByRole('region', { name: 'Llaves de acceso' });

async function createPasskey(page: Page, name: string): Promise<void> {
  await section(page).getByRole('button', { name: 'Agregar una llave de acceso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar una llave de acceso' });
  await expect(dialog.getByLabel('Nombre de la llave')).not.toHaveValue('');
  await expectAccessible(page);
  await dialog.getByLabel('Nombre de la llave').fill(name);
  await dialog.getByRole('button', { name: 'Crear la llave' }).click();
  await expect(section(page).getByText(`Listo: ya puedes entrar con «${name}»`)).toBeVisible();
  await expect(dialog).toBeHidden();
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
  await page.request.post('/api/auth/logout');
  await page.goto('/login');
  await expect(page.getByLabel('Correo electrónico')).toHaveAttribute('autocomplete', 'username webauthn');
  await expectAccessible(page);
  await authenticator.setPresent(true);
  await authenticator.setUserVerified(false);
  await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click();
  await expect(page.getByText(/^No se usó ninguna llave de acceso/)).toBeVisible();
  await expectAccessible(page);

  await authenticator.setUserVerified(true);
  await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click();
  await expect(page).toHaveURL(/\/tasks/);
  await expect(page.getByRole('button', { name: 'Menú de Rosa Elvira' })).toBeVisible();

  await openEmail(page, email, 'Agregaste una llave de acceso');
});
