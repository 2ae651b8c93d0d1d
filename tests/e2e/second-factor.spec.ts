import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createAccount } from './accounts.ts';
import { decodeShown } from './decode-qr.ts';
import { expect, expectAccessible, hydrated, test } from './fixtures.ts';
import { readEmail } from './mailbox.ts';
import { totpCode } from './totp-code.ts';

const PASSWORD = 'maíz-y-café';
const REJECTED = /status of 40[13]/;
const UNCONFIRMED = { message: 'Confirma que eres tú', code: 'CONFIRM_IDENTITY' };

/** The next call is answered as 15 minutes after the last proof of identity; the server answers its repetition. */
const loseConfirmation = (page: Page, path: string) =>
  page.route(path, route => route.fulfill({ status: 403, json: UNCONFIRMED }), { times: 1 });

/** From the profile to the recovery codes; returns the app's secret and the codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/profile#seguridad');
  await page.getByText('¿Qué es un segundo factor?').click();
  await expect(page.getByText('cambian cada 30 segundos')).toBeVisible();
  await loseConfirmation(page, '**/api/auth/totp');
  await page.getByRole('button', { name: 'Activar la aplicación de códigos' }).click();

  const identity = page.getByRole('dialog', { name: 'Confirma que eres tú' });
  await expect(identity.getByLabel('Contraseña', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await identity.getByLabel('Contraseña', { exact: true }).fill('no-es-esta');
  await page.keyboard.press('Enter');
  await expect(identity.getByText('La contraseña actual no es correcta')).toBeVisible();
  await identity.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await identity.getByRole('button', { name: 'Confirmar' }).click();

  const dialog = page.getByRole('dialog', { name: 'Activar la aplicación de códigos' });
  const uri = await decodeShown(dialog.getByRole('img', { name: 'Código QR para tu aplicación' }));
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  await expectAccessible(page);
  await dialog.getByLabel('Código de tu aplicación').fill('000000');
  await page.keyboard.press('Enter');
  // The dialog is higher than the window.
  await expect(dialog.getByText(/El código no es correcto/)).toBeInViewport({ ratio: 1 });
  await dialog.getByLabel('Código de tu aplicación').fill(totpCode(secret));
  await dialog.getByRole('button', { name: 'Activar', exact: true }).click();

  const saving = page.getByRole('dialog', { name: 'Guarda tus códigos de recuperación' });
  await expect(saving.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const codes = await saving.getByRole('listitem').allTextContents();
  await page.keyboard.press('Escape');
  await expect(saving.getByRole('button', { name: 'Terminar' })).toBeDisabled();
  const download = page.waitForEvent('download');
  await saving.getByRole('button', { name: 'Descargar' }).click();
  expect((await download).suggestedFilename()).toBe('minga-codigos-de-recuperacion.txt');
  await saving.getByLabel('Ya los guardé en un lugar seguro').check();
  await saving.getByRole('button', { name: 'Terminar' }).click();
  await expect(page.getByText(/Te quedan 10 códigos de recuperación/)).toBeVisible();
  await expectAccessible(page);
  return { secret, codes };
}

async function enterPassword(page: Page, email: string): Promise<void> {
  // A page without an open live connection, which would be refused without its session.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/login');
  await hydrated(page);
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByLabel('Código de tu aplicación')).toBeFocused();
}

test('a second factor is set up, asked for, replaced by a recovery code and removed', async ({
  page,
  quietConsole,
}) => {
  quietConsole.expect(REJECTED);
  const email = `rosa.${randomUUID().slice(0, 8)}@example.org`;
  await createAccount(page, { username: 'Rosa Elvira', email, password: PASSWORD });
  const { secret, codes } = await setUp(page);
  await readEmail(page, email, 'Activaste la aplicación de códigos');

  await enterPassword(page, email);
  await expectAccessible(page);
  await page.getByLabel('Código de tu aplicación').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('El código no es correcto')).toBeVisible();
  await expect(page.getByLabel('Código de tu aplicación')).toBeFocused();
  // The code of the set-up was used: the next one is valid already.
  await page.getByLabel('Código de tu aplicación').fill(totpCode(secret, 1));
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/tasks/);

  await enterPassword(page, email);
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
  await expect(page.getByLabel('Código de recuperación')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Código de recuperación').fill(codes[0]?.toLowerCase() ?? '');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/tasks/);
  await readEmail(page, email, 'Usaron un código de recuperación');

  await page.goto('/profile#seguridad');
  await loseConfirmation(page, '**/api/auth/totp');
  await page.getByRole('button', { name: 'Quitar la aplicación de códigos' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar', exact: true }).click();
  const identity = page.getByRole('dialog', { name: 'Confirma que eres tú' });
  await expect(identity.getByLabel('Código de tu aplicación')).toBeFocused();
  await expectAccessible(page);
  await identity.getByLabel('Código de tu aplicación').fill(codes[1] ?? '');
  await identity.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('button', { name: 'Activar la aplicación de códigos' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Seguridad' })).toBeFocused();
});
