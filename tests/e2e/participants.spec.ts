import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type ApiClient, createAccount } from './accounts.ts';
import { AT_ANY_WIDTH, expect, expectAccessible, test } from './fixtures.ts';

const TITLE = 'Siembra: árboles/río';
const FORMULA = '=1+1';
const MARKUP = '<img src=x onerror="document.title=1">';

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toUTCString();

/** Creates an account and signs it in. */
async function createOrganiser(page: Page): Promise<void> {
  const email = `nubia.${randomUUID().slice(0, 8)}@example.org`;
  await createAccount(page, { username: 'Nubia Chantre', email, password: 'maíz-y-café' });
}

async function publish(page: Page, title: string, days: number): Promise<string> {
  const data = { title, place: 'Cerro de la Eme', responsible: ['Nubia'], date: inDays(days) };
  return (await (await page.request.post('/api/tasks', { data })).json())._id;
}

async function confirm(client: ApiClient, taskId: string, name: string, email: string): Promise<void> {
  const response = await client.request.post('/api/attendances/confirm', { data: { taskId, name, email } });
  expect(response.status()).toBe(201);
}

const count = (page: Page, text: string) => page.getByRole('heading', { level: 2, name: text });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('an organiser adds, edits and removes participants', async ({ page, quietConsole }) => {
  quietConsole.expect(/409 \(Conflict\)/);
  await createOrganiser(page);
  const id = await publish(page, TITLE, 5);
  await page.goto('/tasks');
  await page.getByRole('link', { name: 'Asistencia', exact: true }).click();
  await expect(page).toHaveURL(`/tasks/asistencia?taskId=${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Gestionar Asistencia' })).toBeFocused();
  await expect(page).toHaveTitle('Gestionar Asistencia · Minga');
  await expect(page.getByText('No hay participantes registrados')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Agregar Primer Participante' }).click();
  const addDialog = page.getByRole('dialog', { name: 'Nuevo Participante' });
  await expect(addDialog.getByLabel('Nombre completo')).toBeFocused();
  await addDialog.getByRole('button', { name: 'Agregar' }).click();
  await expect(addDialog.getByText('El nombre es requerido')).toBeVisible();
  await expectAccessible(page);
  await addDialog.getByLabel('Nombre completo').fill('Ana Ñañez');
  await addDialog.getByLabel('Correo electrónico').fill('Ana@Example.org');
  await addDialog.getByRole('button', { name: 'Agregar' }).click();
  await expect(page.getByText('Participante agregado correctamente')).toBeVisible();
  await expect(addDialog).toBeHidden();
  await expect(count(page, '1 participante')).toBeVisible();
  await expect(row(page, 'Ana Ñañez')).toContainText('ana@example.org');

  // Another person confirms, and the list updates by itself.
  await confirm(page, id, 'Luz Dary', 'luz@example.org');
  await expect(count(page, '2 participantes')).toBeVisible();
  await page.getByRole('button', { name: 'Agregar Participante' }).click();
  await addDialog.getByLabel('Nombre completo').fill('luz dary');
  await addDialog.getByLabel('Correo electrónico').fill('otra@example.org');
  await addDialog.getByRole('button', { name: 'Agregar' }).click();
  await expect(addDialog.getByText('Nombre o correo ya registrados')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Agregar Participante' })).toBeFocused();
  await expect(count(page, '2 participantes')).toBeVisible();

  await page.getByRole('button', { name: 'Editar: Luz Dary' }).click();
  const editDialog = page.getByRole('dialog', { name: 'Editar Participante' });
  await editDialog.getByLabel('Correo electrónico').fill('luz@');
  await editDialog.getByRole('button', { name: 'Actualizar' }).click();
  await expect(editDialog.getByText('Correo electrónico no válido')).toBeVisible();
  await editDialog.getByLabel('Correo electrónico').fill('luz.dary@example.org');
  await editDialog.getByRole('button', { name: 'Actualizar' }).click();
  await expect(page.getByText('Participante actualizado correctamente')).toBeVisible();
  await expect(row(page, 'Luz Dary')).toContainText('luz.dary@example.org');
  await expect(page.getByRole('button', { name: 'Editar: Luz Dary' })).toBeFocused();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Eliminar: Ana Ñañez' }).click();
  const confirmDialog = page.getByRole('dialog', { name: 'Eliminar participante' });
  await expect(confirmDialog).toContainText('Ana Ñañez');
  await expectAccessible(page);
  await confirmDialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Participante eliminado correctamente')).toBeVisible();
  await expect(count(page, '1 participante')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Eliminar: Luz Dary' })).toBeFocused();
  await page.reload();
  await expect(count(page, '1 participante')).toBeVisible();
});

test('the exported list escapes formulas, and the page escapes markup', async ({ page }) => {
  await createOrganiser(page);
  const id = await publish(page, TITLE, 5);
  await page.goto(`/tasks/asistencia?taskId=${id}`);
  await page.getByRole('button', { name: 'Exportar Lista' }).click();
  await expect(page.getByText('No hay participantes para exportar')).toBeVisible();

  await confirm(page, id, FORMULA, 'formula@example.org');
  await confirm(page, id, MARKUP, 'imagen@example.org');
  await confirm(page, id, '"a,b"', 'comillas@example.org');
  await page.reload();
  await expect(row(page, MARKUP)).toBeVisible();
  await expect(page).toHaveTitle('Gestionar Asistencia · Minga');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar Lista' }).click();
  const file = await download;
  await expect(page.getByText('Lista exportada correctamente')).toBeVisible();
  expect(file.suggestedFilename()).toBe('asistentes-Siembra árboles río.csv');
  expect(await readFile(await file.path(), 'utf8')).toBe(
    [
      '\ufeffNombre,Correo',
      `"'=1+1",formula@example.org`,
      `"${MARKUP.replaceAll('"', '""')}",imagen@example.org`,
      '"""a,b""",comillas@example.org',
    ].join('\r\n'),
  );

  await page.getByRole('button', { name: `Eliminar: ${MARKUP}` }).click();
  const confirmDialog = page.getByRole('dialog', { name: 'Eliminar participante' });
  await expect(confirmDialog).toContainText(MARKUP);
  await confirmDialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveTitle('Gestionar Asistencia · Minga');
});

test('the e-mail and the phone of a participant stand apart', AT_ANY_WIDTH, async ({ page }) => {
  await createOrganiser(page);
  const data = { title: 'Minga', date: inDays(5), contact: 'any' };
  const { _id: taskId } = await (await page.request.post('/api/tasks', { data })).json();
  const person = { taskId, name: 'Luz Dary', email: 'luz@example.org', phone: '3001234567' };
  expect((await page.request.post('/api/attendances/confirm', { data: person })).status()).toBe(201);
  await page.goto(`/tasks/asistencia?taskId=${taskId}`);
  const phone = await row(page, 'Luz Dary')
    .getByRole('link', { name: /^Escribir por WhatsApp/ })
    .boundingBox();
  const email = await row(page, 'Luz Dary').getByText('@example.org').boundingBox();
  const centre = (box: typeof phone) => (box?.y ?? 0) + (box?.height ?? 0) / 2;
  expect((phone?.x ?? 0) - ((email?.x ?? 0) + (email?.width ?? Infinity))).toBeGreaterThanOrEqual(8);
  expect(Math.abs(centre(phone) - centre(email))).toBeLessThan(2);
});

test('on paper a participant takes one line, and the title is there once', AT_ANY_WIDTH, async ({ page }) => {
  await createOrganiser(page);
  const data = { title: 'Minga que se imprime', date: inDays(5) };
  const { _id: taskId } = await (await page.request.post('/api/tasks', { data })).json();
  const person = { taskId, name: 'Luz Dary', email: 'luz@example.org' };
  expect((await page.request.post('/api/attendances/confirm', { data: person })).status()).toBe(201);
  for (const path of [`/tasks/${taskId}/gente`, `/tasks/asistencia?taskId=${taskId}`]) {
    await page.goto(path);
    await expect(row(page, 'Luz Dary')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Minga que se imprime').filter({ visible: true })).toHaveCount(1);
    expect((await row(page, 'Luz Dary').boundingBox())?.height).toBeLessThan(40);
    await page.emulateMedia({ media: 'screen' });
  }
});

test('no action of a participant who has arrived covers the contact', AT_ANY_WIDTH, async ({ page }) => {
  await createOrganiser(page);
  const data = { title: 'Minga', date: inDays(1 / 24), contact: 'any' };
  const { _id: taskId } = await (await page.request.post('/api/tasks', { data })).json();
  const person = { taskId, name: 'Luz Dary', email: 'luz.dary.guampe@example.org', phone: '3001234567' };
  const confirmed = await page.request.post('/api/attendances/confirm', { data: person });
  const { _id: attendanceId } = await confirmed.json();
  const items = [{ id: randomUUID(), attendanceId, at: new Date().toISOString() }];
  const arrivals = await page.request.post(`/api/attendances/${taskId}/check-ins`, { data: { items } });
  expect(arrivals.status()).toBe(200);
  await page.goto(`/tasks/asistencia?taskId=${taskId}`);
  const phone = row(page, 'Luz Dary').getByRole('link', { name: /^Escribir por WhatsApp/ });
  const undo = page.getByRole('button', { name: 'Deshacer llegada: Luz Dary' });
  for (const width of [1280, 800]) {
    await page.setViewportSize({ width, height: 800 });
    const [contact, action] = [await phone.boundingBox(), await undo.boundingBox()];
    expect((contact?.x ?? Infinity) + (contact?.width ?? 0)).toBeLessThanOrEqual(action?.x ?? 0);
  }
});

test('choosing an activity with the keyboard updates the URL', async ({ page, quietConsole }) => {
  quietConsole.expect(/400 \(Bad Request\)/);
  await createOrganiser(page);
  await page.goto('/tasks/asistencia');
  await expect(page.getByText('Todavía no organizas ninguna actividad')).toBeVisible();
  await expectAccessible(page);
  const later = await publish(page, 'Sancocho', 9);
  const nearest = await publish(page, 'Minga', 2);
  await page.goto('/tasks/asistencia?taskId=desconocida');
  await expect(page).toHaveURL(`/tasks/asistencia?taskId=${nearest}`);

  const select = page.getByRole('combobox', { name: 'Seleccionar actividad' });
  await expect(select).toHaveValue('Minga');
  await select.click();
  await expect(page.getByRole('option')).toHaveCount(2);
  await page.keyboard.type('sanc');
  await expect(page.getByRole('option')).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/tasks/asistencia?taskId=${later}`);
  await expect(select).toHaveValue('Sancocho');
  await expect(select).toBeFocused();
  await page.goBack();
  await expect(select).toHaveValue('Minga');
});

test(
  'the list updates when a visitor confirms and cancels in another browser',
  AT_ANY_WIDTH,
  async ({ page, browser, product }) => {
    await createOrganiser(page);
    const id = await publish(page, 'Olla comunitaria', 3);
    await page.goto(`/tasks/asistencia?taskId=${id}`);
    await expect(page.getByText('No hay participantes registrados')).toBeVisible();
    const visitor = await browser.newContext({ baseURL: product.url });
    await confirm(visitor, id, 'Wilmer', 'wilmer@example.org');
    await expect(row(page, 'Wilmer')).toBeVisible();
    const data = { email: 'wilmer@example.org' };
    expect((await visitor.request.delete(`/api/attendances/cancel/${id}`, { data })).ok()).toBe(true);
    await expect(page.getByText('No hay participantes registrados')).toBeVisible();
    await visitor.close();
  },
);
