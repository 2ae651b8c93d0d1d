import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createAccount } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { followLink, openEmail } from './mailbox.ts';

const word = () => randomUUID().slice(0, 8);
const inTwoWeeks = () => new Date(Date.now() + 14 * 24 * 60 * 60 * 1000).toISOString();

const confirmation = { title: 'Confirmar asistencia', action: 'Confirmar' };
const waiting = { title: 'Entrar a la lista de espera', action: 'Entrar a la lista de espera' };

async function confirm(page: Page, name: string, email: string, { title, action } = confirmation) {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Nombre').fill(name);
  await dialog.getByLabel('Correo electrónico').fill(email);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: action }).click();
}

/** After which an open page asks whether a place has become free. */
const REFRESH_MS = 15_000;

test('two places, a waiting list, an offer by e-mail, and the list of the organiser', async ({
  page,
  browser,
  product,
}) => {
  const unique = word();
  await createAccount(page, {
    username: 'Nubia Chantre',
    email: `nubia.${unique}@example.org`,
    password: 'maíz-y-café',
  });
  const form = await page.context().newPage();
  await form.goto('/add-task');
  await form.getByText('Cupos', { exact: true }).click();
  await form.getByLabel('Cuántas personas caben').fill('0');
  await form.getByText('Cupos', { exact: true }).click();
  // The error opens its fold again.
  await form.getByRole('button', { name: 'Publicar' }).last().click();
  await expect(form.getByText('Los cupos deben ser un número entero de 1 a 100.000')).toBeVisible();
  await form.getByLabel('Cuántas personas caben').fill('2');
  await form.getByLabel('Acompañantes que puede llevar cada persona').selectOption('1');
  await expectAccessible(form);
  await form.close();
  const response = await page.request.post('/api/tasks', {
    data: { title: `Olla ${unique}`, date: inTwoWeeks(), capacity: 2, companionsMax: 1 },
  });
  const { _id: id } = await response.json();

  const context = await browser.newContext({ baseURL: product.url });
  const visitor = await context.newPage();
  await visitor.goto(`/actividades/${id}`);
  await expect(visitor.getByText('Quedan 2 cupos')).toBeVisible();
  await visitor.getByRole('button', { name: 'Asistir a actividad' }).click();
  await visitor.getByLabel('¿Cuántas personas van contigo?').selectOption('1');
  await confirm(visitor, 'Luz', `luz.${unique}@example.org`);
  await expect(visitor.getByText('Vas a asistir: tienes cupo')).toBeVisible();

  const other = await browser.newContext({ baseURL: product.url });
  const second = await other.newPage();
  await second.clock.install();
  await second.goto(`/actividades/${id}`);
  await second.getByRole('button', { name: 'Entrar a la lista de espera' }).click();
  await confirm(second, 'Efraín', `efrain.${unique}@example.org`, waiting);
  await expect(second.getByText('En espera, puesto 1')).toBeVisible();
  await expectAccessible(second);

  await page.goto(`/tasks/asistencia?taskId=${id}`);
  await expect(page.getByText('2 de 2 cupos · 1 en espera')).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('strong').filter({ hasText: unique })).toBeVisible();
  const printed = await page.locator('main').innerText();
  for (const control of ['Gestionar Asistencia', 'Seleccionar actividad', 'Mostrar', 'Acciones'])
    expect(printed).not.toContain(control);
  await page.emulateMedia({ media: null });

  // One companion stays at home: the place is offered to the next person, whose open page shows it.
  await visitor.getByRole('button', { name: 'Cambiar acompañantes' }).click();
  await visitor.getByLabel('¿Cuántas personas van contigo?').selectOption('0');
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText(/Cupo ofrecido hasta/)).toBeVisible();
  await second.clock.fastForward(REFRESH_MS);
  await expect(second.getByText(/Te ofrecemos un cupo hasta/)).toBeVisible();
  await expectAccessible(second);

  // Answered on another device, with the link of the e-mail.
  const phone = await (await browser.newContext({ baseURL: product.url })).newPage();
  await openEmail(phone, `efrain.${unique}@example.org`, 'Hay un cupo para ti');
  const own = await followLink(phone, 'mi-asistencia');
  await expect(own.getByText(/Te ofrecemos un cupo hasta/)).toBeVisible();
  await expectAccessible(own);
  await own.getByRole('button', { name: 'Aceptar el cupo' }).click();
  await expect(own.getByText('Vas a asistir')).toBeVisible();
  await expectAccessible(own);
  await expect(page.getByText('2 de 2 cupos', { exact: true })).toBeVisible();
});
