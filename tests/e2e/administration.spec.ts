import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { signIn } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { createMember, expectAccessibleInBothSchemes } from './notification-fixtures.ts';
import { superadmin } from './superadmin.ts';

/** Errors that a test provokes, and requests that a screen sends while its session ends. */
const REJECTED = /status of 40[0139]/;
const OLD_PASSWORD = 'maíz-y-café';
const NEW_PASSWORD = 'panela-y-queso';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const panel = (page: Page) => page.getByRole('heading', { level: 1, name: /^Panel de/ });
const rowOf = (page: Page, email: string): Locator => page.getByRole('row').filter({ hasText: email });
const press = (row: Locator, action: string) =>
  row.getByRole('button', { name: new RegExp(`^${action}:`) }).click();

async function openPanel(page: Page): Promise<void> {
  await page.goto('/tasks');
  const navigation = page.getByRole('navigation', { name: 'Administración' });
  await expect(navigation).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await navigation.getByRole('link', { name: 'Panel Admin' }).click();
  await expect(page.getByRole('heading', { name: 'Panel de Super Administración' })).toBeFocused();
  await expect(page.getByText('Acceso completo al sistema')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
}

/** Submits invalid values first, then creates the admin. */
async function create(page: Page, username: string, email: string): Promise<void> {
  await tab(page, 'Crear Administrador').click();
  const submit = page.getByRole('button', { name: 'Crear Administrador' });
  await submit.click();
  await expect(page.getByText('El nombre de usuario es requerido')).toBeVisible();
  await page.getByLabel('Nombre de usuario').fill(username);
  await page.getByLabel('Correo electrónico').fill(superadmin.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(OLD_PASSWORD);
  await page.getByLabel('Confirmar contraseña').fill(NEW_PASSWORD);
  await submit.click();
  await expect(page.getByText('Las contraseñas no coinciden')).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await page.getByLabel('Confirmar contraseña').fill(OLD_PASSWORD);
  await submit.click();
  await expect(page.getByText('Se encontraron 1 error(es)')).toBeInViewport();
  await expect(page.getByLabel('Correo electrónico')).toBeFocused();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Cerrar los errores' }).click();
  await expect(page.getByLabel('Correo electrónico')).toBeFocused();

  await page.getByLabel('Correo electrónico').fill(email);
  await submit.dblclick();
  await expect(page.getByText('✅ Administrador creado correctamente')).toBeInViewport();
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('');
  await expect(page.getByText('Se encontraron')).toBeHidden();
}

async function edit(page: Page, email: string): Promise<void> {
  await press(rowOf(page, email), 'Editar');
  const dialog = page.getByRole('dialog', { name: 'Editar Administrador' });
  const save = dialog.getByRole('button', { name: 'Guardar Cambios' });
  await dialog.getByLabel('Correo electrónico').fill(superadmin.email);
  await save.click();
  await expect(dialog.getByText('Se encontraron 1 error(es)')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expect(dialog.getByText('Se encontraron 1 error(es)')).toBeHidden();

  await dialog.getByLabel('Correo electrónico').fill(email);
  await dialog.getByLabel('Nombre de usuario').fill('Nubia Yalanda');
  await dialog.getByLabel('Cambiar contraseña').check();
  await dialog.getByLabel('Nueva Contraseña').fill('corta');
  await save.click();
  await expect(dialog.getByText('La contraseña debe tener al menos 10 caracteres')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await dialog.getByLabel('Nueva Contraseña').fill(NEW_PASSWORD);
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, email)).toContainText('Nubia Yalanda');
}

async function deleteAdmin(page: Page, email: string): Promise<void> {
  await press(rowOf(page, email), 'Eliminar');
  const dialog = page.getByRole('dialog', { name: '¿Estás seguro de eliminar este administrador?' });
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await press(rowOf(page, email), 'Eliminar');
  await dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(rowOf(page, email)).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
}

test('the superadmin creates, edits, deactivates, reactivates and deletes an admin', async ({
  page,
  browser,
  contextOptions,
  product,
  quietConsole,
}) => {
  quietConsole.expect(REJECTED);
  const email = `nubia.${randomUUID().slice(0, 8)}@example.org`;
  await signIn(page, superadmin);
  await openPanel(page);
  await create(page, 'Nubia Chantre', email);

  const context = await browser.newContext({ ...contextOptions, baseURL: product.url });
  const elsewhere = await context.newPage();
  await signIn(elsewhere, { email, password: OLD_PASSWORD });
  await elsewhere.goto('/admin-dashboard');
  await expect(panel(elsewhere)).toHaveText('Panel de Administración');

  await tab(page, 'Administradores').click();
  await expect(page).toHaveURL('/admin-dashboard?tab=administradores');
  await expect(rowOf(page, email)).toContainText('Activo');
  await expectAccessibleInBothSchemes(page);
  await edit(page, email);
  await expect(elsewhere).toHaveURL(/\/login\?volver=%2Fadmin-dashboard$/);

  await signIn(elsewhere, { email, password: NEW_PASSWORD });
  await elsewhere.goto('/admin-dashboard');
  await expect(panel(elsewhere)).toBeVisible();
  await press(rowOf(page, email), 'Desactivar');
  await expect(rowOf(page, email)).toContainText('Inactivo');
  await expect(elsewhere).toHaveURL(/\/login/);
  await signIn(elsewhere, { email, password: NEW_PASSWORD });
  await elsewhere.goto('/admin-dashboard');
  await expect(elsewhere).toHaveURL('/tasks');

  await press(rowOf(page, email), 'Reactivar');
  await expect(rowOf(page, email)).toContainText('Activo');
  await deleteAdmin(page, email);
  const again = await elsewhere.request.post('/api/auth/login', { data: { email, password: NEW_PASSWORD } });
  expect(again.status()).toBe(401);
  await context.close();
});

/** Delays the web fonts, which are wider than their fallback, until the returned function is called. */
async function delayFonts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route('**/*.woff2', async route => {
    await released;
    await route.continue();
  });
  return release;
}

test('arrow keys move between tabs, and each opened tab is a history entry', async ({ page }) => {
  await signIn(page, superadmin);
  const release = await delayFonts(page);
  await page.goto('/admin-dashboard?tab=usuarios', { waitUntil: 'commit' });
  await expect(tab(page, 'Hoy')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Hoy').press('ArrowRight');
  await expect(tab(page, 'Por revisar')).toBeFocused();
  for (let times = 0; times < 2; times += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin-dashboard?tab=crear');
  await expect(page.getByLabel('Nombre de usuario')).toBeVisible();
  release();
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  await expect(tab(page, 'Crear Administrador')).toBeInViewport({ ratio: 0.95 });
  await page.goBack();
  await expect(page.getByText('Acceso completo al sistema')).toBeVisible();
});

test('a tab whose code fails to load shows the error and loads once the network is back', async ({
  page,
  quietConsole,
}) => {
  quietConsole.expect(/net::ERR_|did not arrive/);
  await signIn(page, superadmin);
  await page.goto('/admin-dashboard');
  await expect(page.getByText('Acceso completo al sistema')).toBeVisible();
  await page.context().setOffline(true);
  await tab(page, 'Crear Administrador').click();
  const loadError = page.getByText(/^Error al abrir la pestaña: no hay conexión/);
  await expect(loadError).toBeVisible();
  await expect(page.getByText('Se encontraron 1 error(es)')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click();
  await expect(loadError).toBeVisible();
  await expect(tab(page, 'Crear Administrador')).toHaveAttribute('aria-selected', 'true');
  await page.context().setOffline(false);
  await expect(page.getByLabel('Nombre de usuario')).toBeVisible();
  await expect(loadError).toBeHidden();
  await expect(page).toHaveURL('/admin-dashboard?tab=crear');
});

test('visitors and members cannot open the panel', async ({ page }) => {
  await page.goto('/admin-dashboard?tab=crear');
  await expect(page).toHaveURL('/login?volver=%2Fadmin-dashboard%3Ftab%3Dcrear');
  await createMember(page);
  await page.goto('/admin-dashboard');
  await expect(page).toHaveURL('/tasks');
  await expect(page.getByRole('navigation', { name: 'Administración' })).toHaveCount(0);
});
