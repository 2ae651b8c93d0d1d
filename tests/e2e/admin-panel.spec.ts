import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { createAccount, signIn } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { confirm, expectAccessibleInBothSchemes, publish } from './notification-fixtures.ts';
import { superadmin } from './superadmin.ts';

/** Errors that a test provokes, and requests that a screen sends while its session ends. */
const REJECTED = /status of 40[01349]/;
const PASSWORD = 'maíz-y-café';

const word = () => randomUUID().slice(0, 8);
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const count = (page: Page, text: string) => page.getByRole('heading', { level: 2, name: text, exact: true });
const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });
const press = (row: Locator, action: string) =>
  row.getByRole('button', { name: new RegExp(`^${action}:`) }).click();

/** Creates an admin and signs it in in this page's browser. */
async function signInAsNewAdmin(page: Page): Promise<void> {
  const email = `admin.${word()}@example.org`;
  await signIn(page, superadmin);
  const data = { username: 'Yesid Muelas', email, password: PASSWORD };
  expect((await page.request.post('/api/auth/admin/register', { data })).status()).toBe(201);
  await signIn(page, { email, password: PASSWORD });
}

/** `member` is a new account in its own browser context. */
const memberTest = test.extend<{ member: { page: Page; email: string; username: string } }>({
  member: async ({ browser, contextOptions, product }, use) => {
    const context = await browser.newContext({ ...contextOptions, baseURL: product.url });
    const page = await context.newPage();
    const mark = word();
    const person = { username: `Luz ${mark}`, email: `luz.${mark}@example.org`, password: PASSWORD };
    await createAccount(page, person);
    await use({ page, ...person });
    await context.close();
  },
});

memberTest(
  'an admin finds, deactivates, activates, edits and deletes users',
  async ({ page, member, quietConsole }) => {
    quietConsole.expect(REJECTED);
    await signInAsNewAdmin(page);
    await page.goto('/admin-dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Panel de Administración' })).toBeVisible();
    await tab(page, 'Usuarios').click();
    await page.getByLabel('Buscar').fill(member.email);
    await expect(count(page, '1 usuario')).toBeVisible();
    await expect(page).toHaveURL(/tab=usuarios&q=luz\./);
    const row = rowOf(page, member.username);
    await expect(row).toContainText('Activo');
    await expectAccessibleInBothSchemes(page);

    await member.page.goto('/tasks');
    await expect(member.page.getByRole('heading', { level: 1 })).toBeVisible();
    await press(row, 'Desactivar');
    await expect(row).toContainText('Inactivo');
    await expect(member.page).toHaveURL(/\/login/);
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(row).toContainText('Activo');

    await press(row, 'Editar');
    const editDialog = page.getByRole('dialog', { name: 'Editar usuario' });
    await expect(editDialog.getByLabel('Teléfono')).toHaveValue('3001234567');
    await editDialog.getByLabel('Correo electrónico').fill(superadmin.email);
    await editDialog.getByRole('button', { name: 'Guardar Cambios' }).click();
    await expect(editDialog.getByText('Se encontraron 1 error(es)')).toBeVisible();
    await expect(editDialog.getByLabel('Correo electrónico')).toBeFocused();
    await expectAccessibleInBothSchemes(page);
    await expect(editDialog.getByText('Se encontraron 1 error(es)')).toBeHidden();
    await editDialog.getByLabel('Correo electrónico').fill(member.email);
    await editDialog.getByLabel('Nombre de usuario').fill(`${member.username} Tombé`);
    await editDialog.getByRole('button', { name: 'Guardar Cambios' }).click();
    await expect(editDialog).toBeHidden();
    await expect(rowOf(page, `${member.username} Tombé`)).toBeVisible();
    await expect(row.getByRole('button', { name: /^Editar:/ })).toBeFocused();

    await press(row, 'Eliminar');
    const confirmDialog = page.getByRole('dialog', { name: '¿Estás seguro de eliminar este usuario?' });
    await expect(confirmDialog.getByRole('button', { name: 'Cancelar' })).toBeFocused();
    await expectAccessibleInBothSchemes(page);
    await confirmDialog.getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.getByText('No hay usuarios con estos filtros')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    const signInAgain = await member.page.request.post('/api/auth/login', {
      data: { email: member.email, password: PASSWORD },
    });
    expect(signInAgain.status()).toBe(401);

    await page.getByRole('button', { name: 'Borrar la búsqueda' }).click();
    await page.getByLabel('Rol').selectOption('Administradores');
    await expect(page.getByText('Lo gestiona la superadministración').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Eliminar:/ })).toHaveCount(0);
  },
);

memberTest(
  'an admin filters, views, promotes, approves and rejects activities',
  async ({ page, member, quietConsole }) => {
    quietConsole.expect(REJECTED);
    const mark = word();
    const good = `Siembra ${mark}`;
    const bad = `Venta ${mark}`;
    await publish(member.page, good, 5);
    const badId = await publish(member.page, bad, 6);
    await signInAsNewAdmin(page);
    await page.goto('/admin-dashboard?tab=estadisticas');
    await page.getByRole('link', { name: /^Pendientes:/ }).click();
    await expect(page).toHaveURL('/admin-dashboard?tab=actividades&estado=pending');
    await expect(page.getByLabel('Estado')).toHaveValue('pending');
    await page.getByLabel('Buscar').fill(mark);
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await expect(count(page, '2 actividades')).toBeVisible();
    await expectAccessibleInBothSchemes(page);

    const star = rowOf(page, good).getByRole('button', { name: `Promocionar: ${good}` });
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await press(rowOf(page, good), 'Ver detalles');
    const details = page.getByRole('dialog', { name: good });
    await expect(details).toContainText(member.email);
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Escape');
    await expect(rowOf(page, good).getByRole('button', { name: /^Ver detalles:/ })).toBeFocused();

    await press(rowOf(page, good), 'Aprobar');
    await expect(count(page, '1 actividad')).toBeVisible();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(count(page, '2 actividades')).toBeVisible();
    await press(rowOf(page, good), 'Aprobar');
    await expect(count(page, '1 actividad')).toBeVisible();
    await press(rowOf(page, bad), 'Rechazar');
    const rejectDialog = page.getByRole('dialog', { name: 'Rechazar actividad' });
    await expect(rejectDialog.getByLabel('Ingrese el motivo del rechazo:')).toBeFocused();
    await expectAccessibleInBothSchemes(page);
    // An empty reason cancels.
    await rejectDialog.getByRole('button', { name: 'Rechazar' }).click();
    await expect(rejectDialog).toBeHidden();
    await press(rowOf(page, bad), 'Rechazar');
    await rejectDialog.getByLabel('Ingrese el motivo del rechazo:').fill('Aquí no se vende.');
    await rejectDialog.getByRole('button', { name: 'Rechazar' }).click();
    await expect(page.getByText('No hay actividades con estos filtros')).toBeVisible();

    await page.getByLabel('Estado').selectOption('Rechazadas');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await press(rowOf(page, bad), 'Ver detalles');
    await expect(page.getByRole('dialog', { name: bad })).toContainText('Aquí no se vende.');
    await page.keyboard.press('Escape');
    await page.goBack();
    await expect(page.getByLabel('Estado')).toHaveValue('pending');
    await page.getByRole('button', { name: 'Limpiar' }).click();
    await expect(page).toHaveURL('/admin-dashboard?tab=actividades');
    await expect(rowOf(page, bad)).toContainText('Rechazada');
    await press(rowOf(page, good), 'Ver detalles');
    await details.getByRole('button', { name: 'Retirar...' }).click();
    const withdrawal = page.getByRole('dialog', { name: 'Retirar actividad' });
    await withdrawal.getByLabel('Ingrese el motivo del retiro:').fill('Se repite.');
    await expectAccessibleInBothSchemes(page);
    await withdrawal.getByRole('button', { name: 'Retirar' }).click();
    await expect(rowOf(page, good)).toContainText('Rechazada');

    await member.page.goto('/tasks');
    // The sentence may also stand in the bell's announcement.
    await expect(member.page.getByText('No está publicada. Aquí no se vende.')).toBeVisible();
    const asVisitor = await member.page
      .context()
      .browser()
      ?.newContext({ baseURL: new URL(page.url()).origin });
    expect((await asVisitor?.request.get(`/api/tasks/${badId}`))?.status()).toBe(404);
    await asVisitor?.close();
  },
);

memberTest(
  'an admin filters attendances by activity, user and day, pages through and deletes them',
  async ({ page, member }) => {
    const title = `Olla ${word()}`;
    const id = await publish(member.page, title, 5);
    await confirm(member.page, id, member.username, member.email);
    for (let number = 1; number <= 10; number += 1) {
      await confirm(member.page, id, `Vecina ${number}`);
      // More options than the list shows at once.
      await publish(member.page, `Minga ${number}`, 5);
    }
    await signInAsNewAdmin(page);
    await page.goto('/admin-dashboard?tab=asistencias');
    const activity = page.getByRole('combobox', { name: 'Actividad' });
    await activity.click();
    await expect(page.getByRole('option')).toHaveCount(10);
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.type(title);
    await expect(page.getByRole('option')).toHaveCount(1);
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('option', { name: title }).click();
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await expect(count(page, '11 asistencias')).toBeVisible();
    await expect(page.getByText('Página 1 de 2', { exact: true })).toBeVisible();
    await expectAccessibleInBothSchemes(page);

    await page.getByRole('button', { name: 'Última página' }).click();
    await expect(rowOf(page, member.email)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`actividad=${id}&pagina=2`));
    await page.reload();
    await expect(activity).toHaveValue(title);
    await press(rowOf(page, member.email), 'Eliminar');
    const confirmDialog = page.getByRole('dialog', {
      name: '¿Estás seguro de eliminar este registro de asistencia?',
    });
    await expectAccessibleInBothSchemes(page);
    await confirmDialog.getByRole('button', { name: 'Eliminar' }).click();
    // It was the only attendance on its page.
    await expect(count(page, '10 asistencias')).toBeVisible();
    await expect(rowOf(page, 'Vecina 10')).toBeVisible();

    await page.getByRole('combobox', { name: 'Usuario' }).click();
    await page.keyboard.type(member.email);
    await page.getByRole('option', { name: member.username }).click();
    await page.getByLabel('Fecha de registro').click();
    await expect(page.getByRole('dialog', { name: 'Fecha de registro' })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await expect(page.getByText('No hay asistencias con estos filtros')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('button', { name: 'Limpiar' }).click();
    await expect(page).toHaveURL('/admin-dashboard?tab=asistencias');
    await expect(activity).toHaveValue('');
    await expect(rowOf(page, 'Vecina 10').first()).toBeVisible();
  },
);

memberTest('the statistics link to the lists that they count', async ({ page, member }) => {
  await publish(member.page, `Taller ${word()}`, 5);
  await signInAsNewAdmin(page);
  await page.goto('/admin-dashboard?tab=estadisticas');
  for (const name of ['Usuarios', 'Actividades', 'Asistencias']) {
    await expect(page.getByRole('region', { name }).getByText('Total')).toBeVisible();
  }
  await expect(page.getByRole('list', { name: 'Cuentas nuevas' }).getByRole('listitem')).toHaveCount(12);
  await expectAccessibleInBothSchemes(page);
  await page
    .getByRole('region', { name: 'Usuarios' })
    .getByRole('link', { name: /^Administradores:/ })
    .click();
  await expect(page).toHaveURL('/admin-dashboard?tab=usuarios&rol=admin');
  await page.goBack();
  await expect(tab(page, 'Estadísticas')).toHaveAttribute('aria-selected', 'true');
});
