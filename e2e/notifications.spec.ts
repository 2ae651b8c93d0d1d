import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openLetter } from './mailbox.ts';
import { join, published } from './people.ts';

const someone = (name: string) => `${name}.${randomUUID().slice(0, 8)}@example.org`;
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toUTCString();

/** A new person, signed in; answers the e-mail. */
async function newcomer(page: Page): Promise<string> {
  const email = someone('luz');
  await join(page, { username: 'Luz Dary', email, password: 'maíz-y-café' });
  return email;
}

async function publish(page: Page, title: string, days: number): Promise<string> {
  const data = { title, place: 'Cerro de la Eme', date: inDays(days) };
  return (await (await page.request.post('/api/tasks', { data })).json())._id;
}

/** Somebody confirms, or no longer comes, in a browser of their own. */
async function confirm(page: Page, taskId: string, name: string, email = someone('rosa')): Promise<void> {
  const response = await page.request.post('/api/attendances/confirm', { data: { taskId, name, email } });
  expect(response.status()).toBe(201);
}

/** In both colour schemes. */
async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
}

const bell = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notificaciones', exact: true });
const isLive = (page: Page) =>
  expect(bell(page, /^Notificaciones/)).toHaveAccessibleDescription('Conexión en vivo activa');

test('a reminder is set, changed and deleted', async ({ page, browser, product, quietConsole }) => {
  quietConsole.expect(/400 \(Bad Request\)/);
  const { id, title } = await published(browser, product.url);
  const email = await newcomer(page);
  await page.goto('/tasks/notificaciones');
  await expect(page.getByText('Sin notificaciones')).toBeVisible();
  await expect(page.getByText(/^Error: No tienes actividades confirmadas/)).toBeVisible();
  await expectAccessibleInBoth(page);

  await confirm(page, id, 'Luz Dary', email);
  await page.goto(`/actividades/${id}`);
  await page.getByRole('link', { name: 'Configurar recordatorio' }).click();
  await expect(page).toHaveURL(`/tasks/notificaciones?taskId=${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Configurar Notificaciones' })).toBeFocused();
  const activity = page.getByRole('combobox', { name: 'Actividad' });
  await expect(activity).toHaveValue(title);
  await expect(page.getByText('Encontradas 1 actividades confirmadas: 1 futuras, 0 pasadas')).toBeVisible();
  const save = page.getByRole('button', { name: 'Guardar Configuración' });
  await save.click();
  await expect(page.getByText('Por favor completa todos los campos.')).toBeInViewport();
  await page.getByLabel('Días de Anticipación').fill('31');
  await save.click();
  await expect(page.getByText('Los días de anticipación deben ser un número entre 1 y 30.')).toBeInViewport();
  await expectAccessibleInBoth(page);
  await page.getByLabel('Días de Anticipación').fill('1');
  await save.click();
  await expect(page.getByText('Configuración guardada correctamente.')).toBeInViewport();
  await expect(page.getByText('Notificar 1 día antes')).toBeVisible();
  await expect(activity).toHaveValue('');
  await expect(page).toHaveURL('/tasks/notificaciones');

  await activity.click();
  await expect(page.getByRole('option', { name: `${title} (Ya configurada)` })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Editar: ${title}` }).click();
  await expect(page.getByLabel('días antes')).toBeFocused();
  await expectAccessibleInBoth(page);
  await page.getByLabel('días antes').fill('2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Notificación actualizada correctamente.')).toBeInViewport();
  await expect(page.getByText('Notificar 2 días antes')).toBeVisible();
  await expect(page.getByRole('button', { name: `Editar: ${title}` })).toBeFocused();

  await page.getByRole('button', { name: `Eliminar: ${title}` }).click();
  const asking = page.getByRole('dialog', { name: 'Eliminar notificación' });
  await expect(asking).toContainText('¿Estás seguro de que quieres eliminar esta notificación?');
  await expectAccessibleInBoth(page);
  await asking.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Notificación eliminada correctamente.')).toBeInViewport();
  await page.reload();
  await expect(page.getByText('Sin notificaciones')).toBeVisible();
});

test('the bell tells of who comes, live, in every tab', async ({ page, context, browser, product }) => {
  await newcomer(page);
  const id = await publish(page, 'Siembra de árboles', 5);
  const other = await publish(page, 'Olla comunitaria', 8);
  await page.goto('/tasks');
  const second = await context.newPage();
  await second.goto('/actividades');
  await isLive(page);
  await isLive(second);
  await bell(page, 'Notificaciones').click();
  await expect(panel(page).getByText('No hay notificaciones')).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bell(page, 'Notificaciones')).toBeFocused();

  const visitor = await browser.newContext({ baseURL: product.url });
  const rosa = await visitor.newPage();
  await confirm(rosa, id, 'Rosa Muelas');
  for (const tab of [page, second]) {
    await expect(tab.getByText(/Rosa Muelas/)).toBeVisible();
    await expect(bell(tab, 'Notificaciones: 1 sin leer')).toBeVisible();
  }
  await expectAccessibleInBoth(page);
  await confirm(rosa, other, 'Rosa Muelas');
  await expect(bell(page, 'Notificaciones: 2 sin leer')).toBeVisible();
  await visitor.close();

  // By the keyboard alone. To open it is to read it, here and in the other tab.
  await bell(page, 'Notificaciones: 2 sin leer').focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('listitem')).toHaveCount(2);
  await expect(panel(page)).toBeFocused();
  await expectAccessibleInBoth(page);
  await expect(bell(second, 'Notificaciones')).toBeVisible();

  await panel(page)
    .getByRole('listitem')
    .filter({ hasText: 'Siembra' })
    .getByRole('button', { name: /^Quitar/ })
    .click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
  await bell(second, 'Notificaciones').click();
  await expect(panel(second).getByRole('listitem')).toHaveCount(1);
  await panel(second).getByRole('button', { name: 'Limpiar' }).click();
  await expect(panel(second).getByText('No hay notificaciones')).toBeVisible();
  await expect(panel(page).getByText('No hay notificaciones')).toBeVisible();
  await page.reload();
  await bell(page, 'Notificaciones').click();
  await expect(panel(page).getByText('No hay notificaciones')).toBeVisible();
});

test('one leads to its activity', async ({ page, browser, product }) => {
  await newcomer(page);
  const id = await publish(page, 'Siembra de árboles', 5);
  const visitor = await browser.newContext({ baseURL: product.url });
  await confirm(await visitor.newPage(), id, 'Rosa Muelas');
  await visitor.close();
  await page.goto('/tasks');
  await bell(page, 'Notificaciones: 1 sin leer').click();
  await panel(page)
    .getByRole('link', { name: /Rosa Muelas/ })
    .click();
  await expect(page).toHaveURL(`/actividades/${id}`);
  await expect(panel(page)).toBeHidden();
});

test('without a network it shows what there is, and says so; what was missed comes with the return', async ({
  page,
  context,
  browser,
  product,
  quietConsole,
}) => {
  quietConsole.expect(/ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  await newcomer(page);
  const id = await publish(page, 'Siembra de árboles', 5);
  const other = await publish(page, 'Olla comunitaria', 8);
  const visitor = await browser.newContext({ baseURL: product.url });
  const rosa = await visitor.newPage();
  await page.goto('/tasks');
  await isLive(page);
  await confirm(rosa, id, 'Rosa Muelas');
  await expect(bell(page, 'Notificaciones: 1 sin leer')).toBeVisible();

  await context.setOffline(true);
  await expect(bell(page, /^Notificaciones/)).toHaveAccessibleDescription('Sin conexión en vivo');
  await confirm(rosa, other, 'Rosa Muelas');
  await bell(page, 'Notificaciones: 1 sin leer').click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
  await expect(panel(page).getByText(/^Sin conexión en vivo/)).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');

  await context.setOffline(false);
  await isLive(page);
  await expect(bell(page, 'Notificaciones: 1 sin leer')).toBeVisible();
  await bell(page, 'Notificaciones: 1 sin leer').click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(2);
  await visitor.close();
});

test('what one is told is chosen in the profile, and a letter’s link ends its kind', async ({
  page,
  browser,
  product,
  quietConsole,
}) => {
  quietConsole.expect(/400 \(Bad Request\)/);
  const email = await newcomer(page);
  const id = await publish(page, 'Siembra de árboles', 5);
  const visitor = await browser.newContext({ baseURL: product.url });
  await confirm(await visitor.newPage(), id, 'Rosa Muelas');
  await openLetter(page, email, 'Rosa Muelas asistirá');
  const link = await page.getByRole('link', { name: /dejar-correos/ }).getAttribute('href');
  const { pathname, search } = new URL(link ?? '');

  const stranger = await visitor.newPage();
  await stranger.goto(`${pathname}${search}`);
  await expect(stranger).toHaveURL('/dejar-correos');
  await expect(stranger.getByText(/sobre quién asiste a tus actividades/)).toBeVisible();
  await expectAccessibleInBoth(stranger);
  await stranger.getByRole('button', { name: 'Dejar de recibirlos' }).click();
  await expect(stranger.getByRole('heading', { level: 1, name: 'Listo' })).toBeVisible();
  await expectAccessibleInBoth(stranger);
  await visitor.close();

  await page.goto('/dejar-correos?token=cortado');
  await expect(page.getByRole('heading', { level: 1, name: 'Este enlace ya no sirve' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('link', { name: 'Elegir mis avisos' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Avisos' })).toBeInViewport();
  const kind = page.getByRole('group', { name: 'Asistencias a mis actividades' });
  const mail = kind.getByRole('switch', { name: 'Por correo' });
  await expect(mail).not.toBeChecked();
  await expect(kind.getByRole('switch', { name: 'En la campana' })).toBeChecked();
  await expectAccessibleInBoth(page);
  const saved = page.waitForResponse(response => response.request().method() === 'PUT');
  await mail.click();
  await expect(mail).toBeChecked();
  await saved;
  await page.reload();
  await expect(mail).toBeChecked();
});
