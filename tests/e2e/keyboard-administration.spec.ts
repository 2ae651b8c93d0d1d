import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { createAccount, signIn } from './accounts.ts';
import { AT_ANY_WIDTH, expect, test } from './fixtures.ts';
import { enter, press, replaceText, tabTo } from './keyboard.ts';
import { confirm, publish } from './notification-fixtures.ts';
import { superadmin } from './superadmin.ts';

const PASSWORD = 'maíz-y-café';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const action = (row: Locator, name: string) => row.getByRole('button', { name: new RegExp(`^${name}:`) });
const expectCount = (page: Page, text: string) =>
  expect(page.getByRole('heading', { level: 2, name: text, exact: true })).toBeVisible();

/** Signs in with the form and opens the panel with the link of the sidebar. */
async function enterPanel(page: Page, email: string, password: string, entry: string): Promise<void> {
  await page.goto('/login');
  await replaceText(page.getByLabel('Correo electrónico'), email);
  await replaceText(page.getByLabel('Contraseña', { exact: true }), password);
  const own = page.getByRole('heading', { level: 1, name: /^Mis Actividades/ });
  await press(page, 'Enter', () => expect(own).toBeVisible());
  const link = page.getByRole('navigation', { name: 'Administración' }).getByRole('link', { name: entry });
  await enter(link, () => expect(page.getByRole('heading', { level: 1, name: /^Panel de/ })).toBeFocused());
  // A panel that grows while it loads moves the focused element below it out of the viewport.
  await expect(page.getByRole('tabpanel')).not.toContainText('Cargando');
}

/** Moves to a tab with the arrow keys and opens it. */
async function openTab(page: Page, name: string): Promise<void> {
  const selected = page.getByRole('tab', { selected: true });
  if (!(await selected.evaluate(element => element === document.activeElement)))
    await tabTo(selected, 'Shift+Tab');
  const tab = page.getByRole('tab', { name, exact: true });
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(tab).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [0] });
  await press(page, 'Enter', () => expect(tab).toHaveAttribute('aria-selected', 'true'));
}

async function manageUsers(page: Page, email: string): Promise<void> {
  await openTab(page, 'Usuarios');
  await replaceText(page.getByLabel('Buscar'), email);
  await expectCount(page, '1 usuario');
  const row = rowOf(page, email);
  await enter(action(row, 'Editar'), () => expect(dialog(page, 'Editar usuario')).toBeVisible());
  await replaceText(dialog(page, 'Editar usuario').getByLabel('Nombre de usuario'), 'Luz Tombé');
  await press(page, 'Enter', () => expect(dialog(page, 'Editar usuario')).toBeHidden());
  await expect(action(row, 'Editar')).toBeFocused();
  await enter(action(row, 'Desactivar'), () => expect(row).toContainText('Inactivo'));
  await expect(action(row, 'Activar')).toBeFocused();
  await press(page, 'Enter', () => expect(action(row, 'Desactivar')).toBeFocused());
}

async function moderateActivities(page: Page, mark: string): Promise<void> {
  await openTab(page, 'Actividades');
  await replaceText(page.getByLabel('Buscar'), mark);
  await tabTo(page.getByLabel('Estado'));
  await page.keyboard.type('Pend');
  await enter(button(page, 'Filtrar'), () => expectCount(page, '2 actividades'));
  const [good, bad] = [rowOf(page, `Siembra ${mark}`), rowOf(page, `Venta ${mark}`)];
  await tabTo(action(good, 'Promocionar'));
  await press(page, 'Space', () =>
    expect(action(good, 'Promocionar')).toHaveAttribute('aria-pressed', 'true'),
  );
  await enter(action(good, 'Ver detalles'), () => expect(dialog(page, `Siembra ${mark}`)).toBeVisible());
  await press(page, 'Escape', () => expect(action(good, 'Ver detalles')).toBeFocused());
  await tabTo(action(good, 'Aprobar'));
  await press(page, 'Enter', () => expectCount(page, '1 actividad'));
  // The next row, at a button that decides nothing: another press must not approve it.
  await expect(action(bad, 'Ver detalles')).toBeFocused();
  const rejectDialog = dialog(page, 'Rechazar actividad');
  await tabTo(action(bad, 'Rechazar'));
  await press(page, 'Enter', () =>
    expect(rejectDialog.getByLabel('Ingrese el motivo del rechazo:')).toBeFocused(),
  );
  await page.keyboard.type('Aquí no se vende.');
  await enter(rejectDialog.getByRole('button', { name: 'Rechazar' }), () =>
    expect(page.getByText('No hay actividades con estos filtros')).toBeVisible(),
  );
}

async function deleteAttendance(page: Page, mark: string): Promise<void> {
  await openTab(page, 'Asistencias');
  const activity = page.getByRole('combobox', { name: 'Actividad' });
  await replaceText(activity, `Siembra ${mark}`);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await press(page, 'Enter', () => expect(activity).toHaveValue(`Siembra ${mark}`));
  await enter(button(page, 'Filtrar'), () => expectCount(page, '1 asistencia'));
  const confirmDialog = dialog(page, '¿Estás seguro de eliminar este registro de asistencia?');
  await enter(action(rowOf(page, mark), 'Eliminar'), () => expect(confirmDialog).toBeVisible());
  await enter(confirmDialog.getByRole('button', { name: 'Eliminar' }), () =>
    expect(page.getByText('No hay asistencias con estos filtros')).toBeVisible(),
  );
}

test('an admin moderates with the keyboard only', AT_ANY_WIDTH, async ({ page, browser, product }) => {
  const mark = randomUUID().slice(0, 8);
  const admin = { username: 'Yesid Muelas', email: `yesid.${mark}@example.org`, password: PASSWORD };
  const member = { username: 'Luz Dary', email: `luz.${mark}@example.org`, password: PASSWORD };
  const elsewhere = await browser.newContext({ baseURL: product.url });
  await signIn(elsewhere, superadmin);
  expect((await elsewhere.request.post('/api/auth/admin/register', { data: admin })).status()).toBe(201);
  await createAccount(elsewhere, member);
  await confirm(elsewhere, await publish(elsewhere, `Siembra ${mark}`, 5), 'Rosa Muelas');
  await publish(elsewhere, `Venta ${mark}`, 6);
  await elsewhere.close();

  await enterPanel(page, admin.email, admin.password, 'Administración');
  await manageUsers(page, member.email);
  await moderateActivities(page, mark);
  await deleteAttendance(page, mark);
});

test('a superadmin manages admins with the keyboard only', AT_ANY_WIDTH, async ({ page }) => {
  const email = `nubia.${randomUUID().slice(0, 8)}@example.org`;
  await enterPanel(page, superadmin.email, superadmin.password, 'Panel Admin');
  await openTab(page, 'Crear Administrador');
  await replaceText(page.getByLabel('Nombre de usuario'), 'Nubia Chantre');
  await replaceText(page.getByLabel('Correo electrónico'), email);
  await replaceText(page.getByLabel('Contraseña', { exact: true }), PASSWORD);
  await replaceText(page.getByLabel('Confirmar contraseña'), PASSWORD);
  await press(page, 'Enter', () =>
    expect(page.getByText('✅ Administrador creado correctamente')).toBeVisible(),
  );

  await openTab(page, 'Administradores');
  const row = rowOf(page, email);
  const editDialog = dialog(page, 'Editar Administrador');
  await enter(action(row, 'Editar'), () => expect(editDialog).toBeVisible());
  await tabTo(editDialog.getByLabel('Cambiar contraseña'));
  await press(page, 'Space', () => expect(editDialog.getByLabel('Nueva Contraseña')).toBeVisible());
  await replaceText(editDialog.getByLabel('Nueva Contraseña'), 'panela-y-queso');
  await press(page, 'Enter', () => expect(editDialog).toBeHidden());
  await expect(action(row, 'Editar')).toBeFocused();
  await enter(action(row, 'Desactivar'), () => expect(action(row, 'Reactivar')).toBeFocused());
  await press(page, 'Enter', () => expect(action(row, 'Desactivar')).toBeFocused());
  const confirmDialog = dialog(page, '¿Estás seguro de eliminar este administrador?');
  await enter(action(row, 'Eliminar'), () => expect(confirmDialog).toBeVisible());
  await enter(confirmDialog.getByRole('button', { name: 'Eliminar' }), () => expect(row).toHaveCount(0));
});
