import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { AT_ANY_WIDTH, expect, expectAccessible, test } from './fixtures.ts';
import { followLink, openEmail } from './mailbox.ts';

const VERIFY = 'Verifica tu correo';
const RECOVER = 'Pon una contraseña nueva';
const REJECTED = /status of 40[01]/;

/** Registers and requests a second verification link, which invalidates the first. Returns the second link and its tab. */
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

  const mailbox = await page.context().newPage();
  await openEmail(mailbox, email, VERIFY);
  const first = await mailbox.getByRole('link', { name: /verify-email/ }).getAttribute('href');
  await page.getByRole('button', { name: 'Reenviar correo de verificación' }).click();
  await expect(page.getByText('Email de verificación reenviado')).toBeVisible();
  await expectAccessible(page);
  await expect(async () => {
    await mailbox.goto('/correo-local');
    await expect(mailbox.getByRole('link').filter({ hasText: email })).toHaveCount(2, { timeout: 500 });
  }).toPass();

  await page.goto(first ?? '');
  await expect(page.getByRole('heading', { name: 'No pudimos verificar tu correo' })).toBeVisible();
  await expect(page).toHaveURL(/\/verify-email$/);
  await expect(page.getByRole('link', { name: 'inicia sesión' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enviar nuevo enlace' })).toBeDisabled();
  await page.getByLabel('Correo electrónico').fill(email);
  await expect(page.getByText('Email válido')).toBeVisible();
  await expectAccessible(page);

  await openEmail(mailbox, email, VERIFY);
  const link = (await mailbox.getByRole('link', { name: /verify-email/ }).getAttribute('href')) ?? '';
  const tab = await followLink(mailbox, 'verify-email');
  await tab.getByRole('button', { name: 'Verificar mi correo' }).click();
  await expect(tab.getByText(/Estamos verificando/)).toBeVisible();
  await expectAccessible(tab);
  await expect(tab.getByRole('heading', { name: '¡Bienvenido, Efraín Tombé!' })).toBeVisible();
  return { tab, link };
}

/** Requests a recovery link from the sign-in screen and opens it from the e-mail. */
async function openRecoveryLink(page: Page, email: string): Promise<Page> {
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

  await openEmail(page, email, RECOVER);
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
  'a member verifies with a second link and resets a lost password, which ends all sessions',
  AT_ANY_WIDTH,
  async ({ page, browser, contextOptions, baseURL, quietConsole }) => {
    quietConsole.expect(REJECTED);
    const email = `efrain.${randomUUID().slice(0, 8)}@example.org`;
    const { tab: signedIn, link } = await registerAndResend(page, email);
    await signedIn.getByRole('link', { name: 'Continuar' }).click();
    await expect(signedIn).toHaveURL(/\/welcome$/);
    // Opens the used link again.
    await signedIn.goto(link);
    await expect(signedIn.getByRole('heading', { name: 'Tu cuenta está lista' })).toBeVisible();
    await expectAccessible(signedIn);
    await signedIn.getByRole('link', { name: 'Ir a mis actividades' }).click();
    await expect(signedIn).toHaveURL(/\/tasks$/);

    // A second device, without the first one's cookies.
    const secondDevice = await browser.newContext({ ...contextOptions, ...(baseURL && { baseURL }) });
    const tab = await openRecoveryLink(await secondDevice.newPage(), email);
    await tab.getByRole('button', { name: 'Restablecer contraseña' }).click();
    await expect(tab.getByText('Repite la contraseña')).toBeVisible();
    await expectAccessible(tab);
    // The URL no longer contains the token.
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

    // A used link fails for a signed-in member too, and the page offers another one.
    const mailbox = await secondDevice.newPage();
    await openEmail(mailbox, email, RECOVER);
    const used = await followLink(mailbox, 'reset-password');
    await resetTo(used, 'otra-vez-maíz');
    await expect(used.getByText(/no es válido o ya venció/)).toBeVisible();
    await expectAccessible(used);
    await used.getByRole('button', { name: 'Pedir un enlace nuevo' }).click();
    await expect(used.getByRole('dialog', { name: 'Recuperar contraseña' })).toBeVisible();
    await expectAccessible(used);
    await tab.reload();
    await expect(tab.getByRole('heading', { name: /Mis Actividades|No hay tareas/ }).first()).toBeVisible();
    await secondDevice.close();
  },
);
