import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { AT_ANY_WIDTH, expect, expectAccessible, test } from './fixtures.ts';
import { followLink, openLetter } from './mailbox.ts';

const VERIFY = 'Verifica tu correo';
const RECOVER = 'Pon una contraseña nueva';
const REFUSED = /status of 40[01]/;

/** Registers, and asks for the verification link once more; the first one is void then. Returns the second and its tab. */
async function registerAndResend(page: Page, email: string): Promise<{ tab: Page; link: string }> {
  await page.goto('/register');
  await page.getByLabel('Nombre de usuario').fill('Efraín Tombé');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Teléfono').fill('3001234567');
  await page.getByLabel('Contraseña', { exact: true }).fill('efrain2026');
  await expect(page.getByText(/datos personales/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Confirmar contraseña').fill('efrain2026');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page.getByRole('button', { name: 'Registro Exitoso' })).toBeDisabled();

  const letter = await page.context().newPage();
  await openLetter(letter, email, VERIFY);
  const first = await letter.getByRole('link', { name: /verify-email/ }).getAttribute('href');
  await page.getByRole('button', { name: 'Reenviar correo de verificación' }).click();
  await expect(page.getByText('Email de verificación reenviado')).toBeVisible();
  await expectAccessible(page);
  await expect(async () => {
    await letter.goto('/correo-local');
    await expect(letter.getByRole('link').filter({ hasText: email })).toHaveCount(2, { timeout: 500 });
  }).toPass();

  await page.goto(first ?? '');
  await expect(page.getByText(/Estamos verificando/)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('heading', { name: 'No pudimos verificar tu correo' })).toBeVisible();
  await expect(page).toHaveURL(/\/verify-email$/);
  await expect(page.getByRole('link', { name: 'inicia sesión' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enviar nuevo enlace' })).toBeDisabled();
  await page.getByLabel('Correo electrónico').fill(email);
  await expect(page.getByText('Email válido')).toBeVisible();
  await expectAccessible(page);

  await openLetter(letter, email, VERIFY);
  const link = (await letter.getByRole('link', { name: /verify-email/ }).getAttribute('href')) ?? '';
  const tab = await followLink(letter, 'verify-email');
  await expect(tab.getByRole('heading', { name: '¡Bienvenido, Efraín Tombé!' })).toBeVisible();
  return { tab, link };
}

/** From the sign-in screen to the letter with the link, which it opens. */
async function askForLink(page: Page, email: string): Promise<Page> {
  await page.goto('/login');
  await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recuperar contraseña' });
  await dialog.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(dialog.getByText('El correo electrónico es requerido')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Correo electrónico').fill(email);
  await dialog.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(dialog.getByText('Se ha enviado un enlace de recuperación a tu correo')).toBeVisible();
  await expectAccessible(page);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: '¿Olvidaste tu contraseña?' })).toBeFocused();
  await expectAccessible(page);

  await openLetter(page, email, RECOVER);
  await expectAccessible(page);
  return followLink(page, 'reset-password');
}

async function resetTo(tab: Page, password: string): Promise<void> {
  await expect(tab.getByRole('heading', { name: 'Restablecer Contraseña' })).toBeVisible();
  await tab.getByLabel('Nueva contraseña').fill(password);
  await tab.getByLabel('Confirmar contraseña').fill(password);
  await tab.getByRole('button', { name: 'Restablecer contraseña' }).click();
}

test(
  'a lost password: another link, a new password, the old sessions ended',
  AT_ANY_WIDTH,
  async ({ page, browser, contextOptions, baseURL, quietConsole }) => {
    quietConsole.expect(REFUSED);
    const email = `efrain.${randomUUID().slice(0, 8)}@example.org`;
    const { tab: signedIn, link } = await registerAndResend(page, email);
    await signedIn.getByRole('link', { name: 'Continuar' }).click();
    await expect(signedIn).toHaveURL(/\/welcome$/);
    // The same link once more: it is used up by now.
    await signedIn.goto(link);
    await expect(signedIn.getByRole('heading', { name: 'Tu cuenta está lista' })).toBeVisible();
    await expectAccessible(signedIn);
    await signedIn.getByRole('link', { name: 'Ir a mis actividades' }).click();
    await expect(signedIn).toHaveURL(/\/tasks$/);

    // Another device, which knows nothing of the first.
    const elsewhere = await browser.newContext({ ...contextOptions, ...(baseURL && { baseURL }) });
    const tab = await askForLink(await elsewhere.newPage(), email);
    await tab.getByRole('button', { name: 'Restablecer contraseña' }).click();
    await expect(tab.getByText('Repite la contraseña')).toBeVisible();
    await expectAccessible(tab);
    // The link with its token is nowhere to be read on the screen.
    await expect(tab).toHaveURL(/\/reset-password$/);
    await tab.reload();
    await resetTo(tab, 'maíz-y-café');
    await expect(tab.getByText('Contraseña restablecida exitosamente')).toBeVisible();
    await expect(tab.getByText('Serás redirigido al login en unos segundos...')).toBeVisible();
    await expectAccessible(tab);
    await expect(tab).toHaveURL(/\/login$/);

    await signedIn.goto('/tasks');
    await expect(signedIn).toHaveURL(/\/login$/);
    await expect(signedIn.getByText(/^Tu sesión se cerró/)).toBeVisible();
    await expectAccessible(signedIn);

    await tab.getByLabel('Correo electrónico').fill(email);
    await tab.getByLabel('Contraseña', { exact: true }).fill('efrain2026');
    await tab.getByRole('button', { name: 'Iniciar sesión' }).press('Enter');
    await expect(tab.getByText('Correo o contraseña incorrectos')).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Iniciar sesión' })).toBeFocused();
    await expectAccessible(tab);
    await tab.getByLabel('Contraseña', { exact: true }).fill('maíz-y-café');
    await tab.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(tab).toHaveURL(/\/tasks$/);

    // The used link, by somebody who has a session: refused, with the way to another one.
    const letter = await elsewhere.newPage();
    await openLetter(letter, email, RECOVER);
    const used = await followLink(letter, 'reset-password');
    await resetTo(used, 'otra-vez-maíz');
    await expect(used.getByText(/no es válido o ya venció/)).toBeVisible();
    await expectAccessible(used);
    await used.getByRole('button', { name: 'Pedir un enlace nuevo' }).click();
    await expect(used.getByRole('dialog', { name: 'Recuperar contraseña' })).toBeVisible();
    await expectAccessible(used);
    await tab.reload();
    await expect(tab.getByRole('heading', { name: /Mis Actividades|No hay tareas/ }).first()).toBeVisible();
    await elsewhere.close();
  },
);
