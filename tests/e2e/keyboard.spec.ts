import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { publishFromNewAccount } from './accounts.ts';
import { AT_ANY_WIDTH, expect, hydrated, test } from './fixtures.ts';
import { enter, press, replaceText, tabTo } from './keyboard.ts';
import { bell, confirm } from './notification-fixtures.ts';

const PASSWORD = 'maíz-y-café';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const expectText = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  // Before that, a link loads a document, whose heading the browser does not focus.
  await hydrated(page);
  await enter(link(page, 'Saltar al contenido'), () => expect(page.getByRole('main')).toBeFocused());
  await enter(link(page, 'Crea una'), () => expect(heading(page, 'Crear cuenta')).toBeFocused());
  await replaceText(page.getByLabel('Nombre de usuario'), 'Rosa Elvira');
  await replaceText(page.getByLabel('Correo electrónico'), email);
  await replaceText(page.getByLabel('Teléfono'), '3001234567');
  await replaceText(page.getByLabel('Contraseña', { exact: true }), PASSWORD);
  await replaceText(page.getByLabel('Confirmar contraseña'), PASSWORD);
  await press(page, 'Enter', () =>
    expectText(page, 'Usuario registrado. Revisa tu correo para verificar la cuenta.'),
  );
}

/** Follows the e-mail's link and returns the tab that it opens. */
async function verify(page: Page, email: string): Promise<Page> {
  const emailLink = page.getByRole('link').filter({ hasText: email }).first();
  await expect(async () => {
    await page.goto('/correo-local');
    await expect(emailLink).toBeVisible({ timeout: 200 });
  }).toPass();
  await tabTo(emailLink);
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('link', { name: /verify-email/ }));
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const tab = await opened;
  await enter(button(tab, 'Verificar mi correo'), () =>
    expect(heading(tab, '¡Tu correo está verificado!')).toBeVisible(),
  );
  // The page redirects by itself and moves the focus to the new heading.
  await expect(heading(tab, '¡Bienvenida, Rosa Elvira!')).toBeFocused();
  return tab;
}

async function publish(page: Page, title: string): Promise<void> {
  await enter(link(page, 'Crear Actividad').first(), () =>
    expect(heading(page, 'Crear Actividad')).toBeFocused(),
  );
  // Set up before the key presses: Playwright enables interception of the dialog asynchronously.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page.getByLabel(/^Imagen/));
  await page.keyboard.press('Enter');
  const buffer = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#2c7a5b' } })
    .png()
    .toBuffer();
  await (await chooser).setFiles({ name: 'río.png', mimeType: 'image/png', buffer });
  await expect(page.getByAltText('Vista previa: río.png')).toBeVisible();
  await replaceText(page.getByLabel('Título'), title);
  await tabTo(button(page, /^Fecha y hora/));
  const picker = page.getByRole('dialog', { name: 'Fecha y hora' });
  await press(page, 'Enter', () => expect(picker).toBeVisible());
  await page.keyboard.press('PageDown');
  await press(page, 'Enter', () => expect(picker.locator('[data-selected]')).toBeVisible());
  await enter(button(page, 'Listo'), () => expect(picker).toBeHidden());
  await enter(button(page, 'Publicar'), () =>
    expect(heading(page, 'Tu actividad está publicada')).toBeFocused(),
  );
}

async function attend(page: Page, title: string): Promise<void> {
  await enter(link(page, 'Agenda').first(), () => expect(heading(page, 'Agenda')).toBeFocused());
  await replaceText(page.getByRole('searchbox', { name: 'Buscar actividades' }), title);
  await expectText(page, '1 actividad encontrada');
  await enter(link(page, title), () => expect(heading(page, title)).toBeFocused());
  const dialog = page.getByRole('dialog', { name: 'Confirmar asistencia' });
  await enter(button(page, 'Asistir a actividad'), () => expect(dialog).toBeVisible());
  await enter(dialog.getByRole('button', { name: 'Confirmar' }), () => expect(dialog).toBeHidden());
  await expectText(page, 'Vas a asistir');
}

async function remind(page: Page, title: string): Promise<void> {
  await enter(link(page, 'Configurar recordatorio'), () =>
    expect(heading(page, 'Configurar Notificaciones')).toBeFocused(),
  );
  // The confirmation has set one for the day before.
  await tabTo(button(page, `Editar: ${title}`));
  await press(page, 'Enter', () => expect(page.getByLabel('días antes')).toBeFocused());
  await page.keyboard.press('ArrowUp');
  await press(page, 'Enter', () => expectText(page, 'Notificar 2 días antes'));
  const confirmDialog = page.getByRole('dialog', { name: 'Eliminar notificación' });
  await enter(button(page, `Eliminar: ${title}`), () => expect(confirmDialog).toBeVisible());
  await enter(confirmDialog.getByRole('button', { name: 'Eliminar' }), () =>
    expectText(page, 'Sin notificaciones'),
  );
  await tabTo(page.getByLabel('Días de Anticipación'), 'Shift+Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1');
  await press(page, 'Enter', () => expectText(page, 'Configuración guardada correctamente.'));
}

/** Opens the bell after another person has confirmed. */
async function readNotification(page: Page, visitor: Page): Promise<void> {
  const [own] = await (await page.request.get('/api/tasks')).json();
  await confirm(visitor, own._id, 'Luz Dary');
  const opener = bell(page, 1);
  const panel = page.getByRole('dialog', { name: 'Notificaciones', exact: true });
  await tabTo(opener, 'Shift+Tab');
  await press(page, 'Enter', () => expect(panel).toBeFocused());
  await enter(panel.getByRole('button', { name: /^Quitar/ }), () =>
    expectText(page, 'No hay notificaciones'),
  );
  await press(page, 'Escape', () => expect(bell(page, 0)).toBeFocused());
}

async function manageParticipants(page: Page): Promise<void> {
  await enter(link(page, 'Mis actividades').first(), () =>
    expect(heading(page, 'Mis Actividades (1)')).toBeFocused(),
  );
  await enter(link(page, 'Asistencia'), () => expect(heading(page, 'Gestionar Asistencia')).toBeFocused());
  await expect(button(page, 'Editar: Luz Dary')).toBeVisible();
  const adding = page.getByRole('dialog', { name: 'Nuevo Participante' });
  await enter(button(page, 'Agregar Participante'), () =>
    expect(adding.getByLabel('Nombre completo')).toBeFocused(),
  );
  await page.keyboard.type('Ana Ñañez');
  await replaceText(adding.getByLabel('Correo electrónico'), `ana.${randomUUID().slice(0, 8)}@example.org`);
  await press(page, 'Enter', () => expect(adding).toBeHidden());
  await expect(button(page, 'Agregar Participante')).toBeFocused();

  const editing = page.getByRole('dialog', { name: 'Editar Participante' });
  await enter(button(page, 'Editar: Ana Ñañez'), () => expect(editing).toBeVisible());
  await replaceText(editing.getByLabel('Nombre completo'), 'Ana Lucía Ñañez');
  await press(page, 'Enter', () => expect(editing).toBeHidden());
  await expect(button(page, 'Editar: Ana Lucía Ñañez')).toBeFocused();

  const confirmDialog = page.getByRole('dialog', { name: 'Eliminar participante' });
  await enter(button(page, 'Eliminar: Ana Lucía Ñañez'), () => expect(confirmDialog).toBeVisible());
  await enter(confirmDialog.getByRole('button', { name: 'Eliminar' }), () =>
    expect(button(page, 'Eliminar: Luz Dary')).toBeFocused(),
  );
  await tabTo(button(page, 'Exportar Lista'), 'Shift+Tab');
  const download = page.waitForEvent('download');
  await press(page, 'Enter', () => download);
}

async function editAndDelete(page: Page, title: string): Promise<void> {
  await tabTo(link(page, 'Mis actividades').first(), 'Shift+Tab');
  await press(page, 'Enter', () => expect(heading(page, 'Mis Actividades (1)')).toBeFocused());
  const card = page.getByRole('article', { name: title });
  await tabTo(card.getByRole('switch', { name: 'Promocionar' }));
  await press(page, 'Space', () => expect(card.getByText('PROMO', { exact: true })).toBeVisible());
  await tabTo(card.getByRole('link', { name: 'Editar' }), 'Shift+Tab');
  await press(page, 'Enter', () => expect(heading(page, /Editar/)).toBeFocused());
  await replaceText(page.getByRole('combobox', { name: 'Lugar' }), 'Parque Caldas');
  await press(page, 'Enter', () => expect(card).toContainText('Parque Caldas'));
  const details = page.getByRole('dialog', { name: title });
  await enter(card.getByRole('button', { name: 'Ver Detalles' }), () => expect(details).toBeVisible());
  await press(page, 'Escape', () => expect(card.getByRole('button', { name: 'Ver Detalles' })).toBeFocused());
  await tabTo(card.getByRole('button', { name: 'Eliminar' }), 'Shift+Tab');
  const confirmDialog = page.getByRole('dialog', {
    name: 'Estás seguro que deseas eliminar esta actividad?',
  });
  await press(page, 'Enter', () => expect(confirmDialog).toBeVisible());
  await enter(confirmDialog.getByRole('button', { name: 'Eliminar' }), () =>
    expect(heading(page, 'Mis Actividades (0)')).toBeFocused(),
  );
}

async function renameAndSignOut(page: Page): Promise<void> {
  await tabTo(button(page, 'Menú de Rosa Elvira'), 'Shift+Tab');
  await press(page, 'Enter', () => expect(link(page, 'Mi perfil')).toBeVisible());
  await enter(link(page, 'Mi perfil'), () => expect(heading(page, 'Mi perfil')).toBeFocused());
  await replaceText(page.getByLabel('Nombre de usuario'), 'Rosa Tombé');
  await press(page, 'Enter', () => expectText(page, 'Guardamos tus datos'));
  await tabTo(button(page, 'Menú de Rosa Tombé'), 'Shift+Tab');
  await press(page, 'Enter', () => expect(button(page, 'Cerrar Sesión')).toBeVisible());
  await enter(button(page, 'Cerrar Sesión'), () => expect(heading(page, 'Iniciar sesión')).toBeFocused());
}

test(
  'a member registers, publishes, attends, manages and signs out with the keyboard only',
  AT_ANY_WIDTH,
  async ({ page, browser, product, quietConsole }) => {
    // Requests that a screen sends while its session ends.
    quietConsole.expect(/status of 401/);
    const email = `rosa.${randomUUID().slice(0, 8)}@example.org`;
    const title = 'Limpieza del río Molino';
    const other = await publishFromNewAccount(browser, product.url);
    await register(page, email);
    const tab = await verify(page, email);
    await publish(tab, title);
    await attend(tab, other.title);
    await remind(tab, other.title);
    const visitorContext = await browser.newContext({ baseURL: product.url });
    await readNotification(tab, await visitorContext.newPage());
    await visitorContext.close();
    await manageParticipants(tab);
    await editAndDelete(tab, title);
    await renameAndSignOut(tab);
  },
);
