import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, expectAccessible, test } from './fixtures.ts';
import { followLink, openEmail } from './mailbox.ts';

const photograph = () =>
  sharp({
    create: {
      width: 1600,
      height: 900,
      channels: 3,
      background: '#2C7A5B',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();

async function register(page: Page, name: string, email: string): Promise<void> {
  await page.goto('/');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Únete ahora' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Nombre de usuario').fill(name);
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Teléfono').fill('3001234567');
  await page.getByLabel('Contraseña', { exact: true }).fill('maíz-y-café');
  await page.getByLabel('Confirmar contraseña').fill('maíz-y-café');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(
    page.getByText('Usuario registrado. Revisa tu correo para verificar la cuenta.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Registro Exitoso' })).toBeDisabled();
  await expectAccessible(page);
}

/** Follows the link of the verification e-mail and returns the tab that it opens. */
async function verify(page: Page, email: string): Promise<Page> {
  await page.goto('/correo-local');
  await expectAccessible(page);
  await openEmail(page, email, 'Verifica tu correo');
  await expectAccessible(page);
  const tab = await followLink(page, 'verify-email');
  await expect(tab.getByText(email)).toBeVisible();
  await expectAccessible(tab);
  await tab.getByRole('button', { name: 'Verificar mi correo' }).click();
  await expect(tab.getByRole('heading', { name: '¡Tu correo está verificado!' })).toBeVisible();
  await expectAccessible(tab);
  await tab.waitForURL('**/welcome');
  return tab;
}

async function publish(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: 'Inicio' }).click();
  await expect(page.getByText('No hay tareas aún, por favor agregue una nueva tarea')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/add-task');
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByText('El título es requerido')).toBeVisible();
  await expect(page.getByText('La fecha es requerida')).toBeVisible();
  // Of the missing date and of the end, which may be missing.
  const placeholders = page.getByText('Elige el día y la hora', { exact: true });
  const colors = await placeholders.evaluateAll(all => all.map(one => getComputedStyle(one).color));
  expect(colors).toEqual([colors[1], colors[1]]);
  await expectAccessible(page);

  await page.getByLabel('Título').fill(title);
  await page.getByLabel('Descripción').fill('Trae botas y gorra. Al final hay sancocho.');
  await page.getByRole('combobox', { name: 'Lugar' }).fill('Puente del Humilladero');
  await page.locator('summary', { hasText: 'Por quién preguntar' }).click();
  await page.getByLabel('Responsables').fill('Ana, Luis');
  await page.locator('summary', { hasText: 'Preguntas' }).click();
  await page.getByRole('button', { name: 'Agregar pregunta' }).click();
  await page.getByRole('textbox', { name: 'Pregunta 1' }).fill('¿Qué herramienta traes?');
  await page.getByLabel('Es obligatoria').check();
  await page.getByLabel('Fecha y hora').click();
  await page.getByRole('button', { name: 'Mes siguiente' }).click();
  await page.getByRole('button', { name: /^15 de \p{L}+ de \d{4}$/u }).click();
  await page.getByRole('button', { name: 'Listo' }).click();
  await page.setInputFiles('input[type=file]', {
    name: 'río.jpg',
    mimeType: 'image/jpeg',
    buffer: await photograph(),
  });
  await expect(page.getByAltText('Vista previa: río.jpg')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publicar' }).click();

  await expect(page.getByRole('heading', { name: 'Tu actividad está publicada' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Ir a mis actividades' }).click();
  await expect(page.getByRole('heading', { name: 'Mis Actividades (1)' })).toBeVisible();
  const card = page.getByRole('article', { name: title });
  await expect(card.getByText('Pendiente')).toBeVisible();
  await expect(card.getByRole('img').first()).toHaveJSProperty('complete', true);
  await expectAccessible(page);
}

/** A visitor without an account finds the activity in the catalogue and confirms. */
async function attend(visitor: Page, title: string, email: string): Promise<void> {
  await visitor.goto('/');
  await visitor.getByRole('link', { name: 'Agenda' }).first().click();
  await visitor.getByRole('searchbox', { name: 'Buscar actividades' }).fill('limpeza del rio');
  await expect(visitor).toHaveURL(/q=limpeza/);
  await expect(visitor.getByText(/^\d+ actividad(es)? encontradas?$/)).toBeVisible();
  await expect(visitor.getByRole('link', { name: title })).toBeVisible();
  await expectAccessible(visitor);
  await visitor.getByRole('link', { name: title }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(visitor).toHaveTitle(new RegExp(title));
  await expectAccessible(visitor);

  await visitor.getByRole('button', { name: 'Asistir a actividad' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Confirmar asistencia' });
  await dialog.getByRole('button', { name: 'Siguiente' }).click();
  await expect(visitor.getByText('Completa todos los campos')).toBeVisible();
  await expectAccessible(visitor);
  await dialog.getByLabel('Nombre').fill('Luz Dary');
  await dialog.getByLabel('Correo electrónico').fill(email);
  await dialog.getByRole('button', { name: 'Siguiente' }).click();
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog.getByText('Responde esta pregunta')).toBeVisible();
  await expect(dialog.getByLabel('¿Qué herramienta traes?')).toBeFocused();
  await expectAccessible(visitor);
  await dialog.getByLabel('¿Qué herramienta traes?').fill('Una pala');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(visitor.getByText('Asistencia confirmada correctamente!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(visitor.getByText('Vas a asistir')).toBeVisible();
  await expectAccessible(visitor);
  await visitor.reload();
  await expect(visitor.getByText('Vas a asistir')).toBeVisible();
}

test('a member registers, verifies and publishes; a visitor finds the activity and confirms', async ({
  page,
  browser,
  contextOptions,
  baseURL,
}) => {
  const id = randomUUID().slice(0, 8);
  const title = `Limpieza del río Molino ${id}`;
  const organiser = `rosa.${id}@example.org`;
  const guest = `luz.${id}@example.org`;

  await register(page, 'Rosa Elvira', organiser);
  const tab = await verify(page, organiser);
  await expect(tab.getByRole('heading', { name: '¡Bienvenida, Rosa Elvira!' })).toBeVisible();
  await expectAccessible(tab);
  await publish(tab, title);

  // A browser context that shares nothing with the first.
  const visitorContext = await browser.newContext({ ...contextOptions, ...(baseURL && { baseURL }) });
  await attend(await visitorContext.newPage(), title, guest);
  await visitorContext.close();
  await openEmail(page, guest, 'Vas a una actividad');
  await expect(page.getByRole('heading', { level: 1, name: /^Vas a una actividad · / })).toBeVisible();
});
