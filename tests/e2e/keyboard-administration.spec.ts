import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { AT_ANY_WIDTH, expect, test } from './fixtures.ts';
import { enter, press, tabTo, write } from './keyboard.ts';
import { confirm, publish } from './notified.ts';
import { join, signIn } from './people.ts';
import { superadmin } from './superadmin.ts';

const PASSWORD = 'maíz-y-café';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const action = (row: Locator, name: string) => row.getByRole('button', { name: new RegExp(`^${name}:`) });
const count = (page: Page, text: string) =>
  expect(page.getByRole('heading', { level: 2, name: text, exact: true })).toBeVisible();

/** By the form, and by the link of the sidebar. */
async function enterPanel(page: Page, email: string, password: string, entry: string): Promise<void> {
  await page.goto('/login');
  await write(page.getByLabel('Correo electrónico'), email);
  await write(page.getByLabel('Contraseña', { exact: true }), password);
  const own = page.getByRole('heading', { level: 1, name: /^Mis Actividades/ });
  await press(page, 'Enter', () => expect(own).toBeVisible());
  const link = page.getByRole('navigation', { name: 'Administración' }).getByRole('link', { name: entry });
  await enter(link, () => expect(page.getByRole('heading', { level: 1, name: /^Panel de/ })).toBeFocused());
  // What grows while it comes pushes what stands below it, and the focus with it, out of sight.
  await expect(page.getByRole('tabpanel')).not.toContainText('Cargando');
}

/** Over the other tabs to this one, by the arrows. */
async function openTab(page: Page, name: string): Promise<void> {
  const chosen = page.getByRole('tab', { selected: true });
  if (!(await chosen.evaluate(element => element === document.activeElement)))
    await tabTo(chosen, 'Shift+Tab');
  const tab = page.getByRole('tab', { name, exact: true });
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(tab).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [0] });
  await press(page, 'Enter', () => expect(tab).toHaveAttribute('aria-selected', 'true'));
}

async function users(page: Page, email: string): Promise<void> {
  await openTab(page, 'Usuarios');
  await write(page.getByLabel('Buscar'), email);
  await count(page, '1 usuario');
  const row = rowOf(page, email);
  await enter(action(row, 'Editar'), () => expect(dialog(page, 'Editar Usuario')).toBeVisible());
  await write(dialog(page, 'Editar Usuario').getByLabel('Nombre de usuario'), 'Luz Tombé');
  await press(page, 'Enter', () => expect(dialog(page, 'Editar Usuario')).toBeHidden());
  await expect(action(row, 'Editar')).toBeFocused();
  await enter(action(row, 'Desactivar'), () => expect(row).toContainText('Inactivo'));
  await expect(action(row, 'Activar')).toBeFocused();
  await press(page, 'Enter', () => expect(action(row, 'Desactivar')).toBeFocused());
}

async function activities(page: Page, mark: string): Promise<void> {
  await openTab(page, 'Actividades');
  await write(page.getByLabel('Buscar'), mark);
  await tabTo(page.getByLabel('Estado'));
  await page.keyboard.type('Pend');
  await enter(button(page, 'Filtrar'), () => count(page, '2 actividades'));
  const [good, bad] = [rowOf(page, `Siembra ${mark}`), rowOf(page, `Venta ${mark}`)];
  await tabTo(action(good, 'Promocionar'));
  await press(page, 'Space', () =>
    expect(action(good, 'Promocionar')).toHaveAttribute('aria-pressed', 'true'),
  );
  await enter(action(good, 'Ver detalles'), () => expect(dialog(page, `Siembra ${mark}`)).toBeVisible());
  await press(page, 'Escape', () => expect(action(good, 'Ver detalles')).toBeFocused());
  await tabTo(action(good, 'Aprobar'), 'Shift+Tab');
  await press(page, 'Enter', () => count(page, '1 actividad'));
  const rejecting = dialog(page, 'Rechazar actividad');
  await tabTo(action(bad, 'Rechazar'), 'Shift+Tab');
  await press(page, 'Enter', () =>
    expect(rejecting.getByLabel('Ingrese el motivo del rechazo:')).toBeFocused(),
  );
  await page.keyboard.type('Aquí no se vende.');
  await enter(rejecting.getByRole('button', { name: 'Rechazar' }), () =>
    expect(page.getByText('No hay actividades con estos filtros')).toBeVisible(),
  );
}

async function attendances(page: Page, mark: string): Promise<void> {
  await openTab(page, 'Asistencias');
  const activity = page.getByRole('combobox', { name: 'Actividad' });
  await write(activity, `Siembra ${mark}`);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await press(page, 'Enter', () => expect(activity).toHaveValue(`Siembra ${mark}`));
  await enter(button(page, 'Filtrar'), () => count(page, '1 asistencia'));
  const asking = dialog(page, '¿Estás seguro de eliminar este registro de asistencia?');
  await enter(action(rowOf(page, mark), 'Eliminar'), () => expect(asking).toBeVisible());
  await enter(asking.getByRole('button', { name: 'Eliminar' }), () =>
    expect(page.getByText('No hay asistencias con estos filtros')).toBeVisible(),
  );
}

test('an admin moderates by keyboard alone', AT_ANY_WIDTH, async ({ page, browser, product }) => {
  const mark = randomUUID().slice(0, 8);
  const admin = { username: 'Yesid Muelas', email: `yesid.${mark}@example.org`, password: PASSWORD };
  const member = { username: 'Luz Dary', email: `luz.${mark}@example.org`, password: PASSWORD };
  const elsewhere = await browser.newContext({ baseURL: product.url });
  const other = await elsewhere.newPage();
  await signIn(other, superadmin);
  expect((await other.request.post('/api/auth/admin/register', { data: admin })).status()).toBe(201);
  await join(other, member);
  await confirm(other, await publish(other, `Siembra ${mark}`, 5), 'Rosa Muelas');
  await publish(other, `Venta ${mark}`, 6);
  await elsewhere.close();

  await enterPanel(page, admin.email, admin.password, 'Administración');
  await users(page, member.email);
  await activities(page, mark);
  await attendances(page, mark);
});

test('a superadmin looks after the admins by keyboard alone', AT_ANY_WIDTH, async ({ page }) => {
  const email = `nubia.${randomUUID().slice(0, 8)}@example.org`;
  await enterPanel(page, superadmin.email, superadmin.password, 'Panel Admin');
  await openTab(page, 'Crear Administrador');
  await write(page.getByLabel('Nombre de usuario'), 'Nubia Chantre');
  await write(page.getByLabel('Email'), email);
  await write(page.getByLabel('Contraseña', { exact: true }), PASSWORD);
  await write(page.getByLabel('Confirmar contraseña'), PASSWORD);
  await press(page, 'Enter', () =>
    expect(page.getByText('✅ Administrador creado correctamente')).toBeVisible(),
  );

  await openTab(page, 'Administradores');
  const row = rowOf(page, email);
  const editing = dialog(page, 'Editar Administrador');
  await enter(action(row, 'Editar'), () => expect(editing).toBeVisible());
  await tabTo(editing.getByLabel('Cambiar contraseña'));
  await press(page, 'Space', () => expect(editing.getByLabel('Nueva Contraseña')).toBeVisible());
  await write(editing.getByLabel('Nueva Contraseña'), 'panela-y-queso');
  await press(page, 'Enter', () => expect(editing).toBeHidden());
  await expect(action(row, 'Editar')).toBeFocused();
  await enter(action(row, 'Desactivar'), () => expect(action(row, 'Reactivar')).toBeFocused());
  await press(page, 'Enter', () => expect(action(row, 'Desactivar')).toBeFocused());
  const asking = dialog(page, '¿Estás seguro de eliminar este administrador?');
  await enter(action(row, 'Eliminar'), () => expect(asking).toBeVisible());
  await enter(asking.getByRole('button', { name: 'Eliminar' }), () => expect(row).toHaveCount(0));
});
