import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { AT_ANY_WIDTH, expect, expectAccessible, test } from './fixtures.ts';
import { enter, liesOn } from './keyboard.ts';
import { followLink, openLetter } from './mailbox.ts';
import { join, published } from './people.ts';

const someone = (name: string) => `${name}.${randomUUID().slice(0, 8)}@example.org`;

async function confirm(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Asistir a actividad' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirmar asistencia' });
  await dialog.getByLabel('Nombre').fill(name);
  await dialog.getByLabel('Correo electrónico').fill(email);
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
}

async function cancel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancelar Asistencia' }).click();
  await expect(page.getByRole('dialog', { name: '¿Cancelar asistencia?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sí, cancelar' }).click();
}

const going = (page: Page) => page.getByText('Vas a asistir');

test('a visitor confirms, comes back, cancels in this browser and confirms again', async ({
  page,
  browser,
  product,
}) => {
  const { id } = await published(browser, product.url);
  const email = someone('luz');
  await page.goto(`/actividades/${id}`);
  await page.getByRole('button', { name: 'Asistir a actividad' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirmar asistencia' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Completa todos los campos')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await confirm(page, 'Luz Dary', email);
  await expect(page.getByText('Asistencia confirmada correctamente!')).toBeVisible();
  await expect(going(page)).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(going(page)).toBeVisible();
  await cancel(page);
  await expect(page.getByText('Asistencia cancelada correctamente')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Asistir a actividad' })).toBeVisible();
  await confirm(page, 'Luz Dary', email);
  await expect(going(page)).toBeVisible();
});

test("a visitor's personal link shows the attendance and cancels it by its button", async ({
  page,
  browser,
  product,
  quietConsole,
}) => {
  quietConsole.expect(/status of 400/);
  const { id, title } = await published(browser, product.url);
  const email = someone('rosa');
  await page.goto(`/actividades/${id}`);
  await confirm(page, 'Rosa Elvira', email);
  await expect(going(page)).toBeVisible();

  await openLetter(page, email, 'Vas a asistir');
  const own = await followLink(page, 'mi-asistencia');
  await expect(own.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(own).toHaveURL(/\/mi-asistencia$/);
  await expectAccessible(own);
  await own.reload();
  await cancel(own);
  await expect(own.getByRole('heading', { level: 1, name: 'Asistencia cancelada' })).toBeVisible();
  await expectAccessible(own);

  // The link is used up, and the way to another one tells nothing.
  await page.bringToFront();
  const again = await followLink(page, 'mi-asistencia');
  await expect(again.getByRole('heading', { level: 1, name: 'Este enlace ya no sirve' })).toBeVisible();
  await again.getByLabel('Correo electrónico').fill(someone('nadie'));
  await again.getByRole('button', { name: 'Enviarme el enlace otra vez' }).click();
  await expect(again.getByText(/^Si hay una asistencia con ese correo/)).toBeVisible();
  await expectAccessible(again);
});

test(
  'a visitor in another browser is not told who comes, and gets the link by mail',
  AT_ANY_WIDTH,
  async ({ page, browser, product, contextOptions, quietConsole }) => {
    quietConsole.expect(/status of 409/);
    const { id, title } = await published(browser, product.url);
    const email = someone('ines');
    const phone = await browser.newContext({ ...contextOptions, baseURL: product.url });
    const there = await phone.newPage();
    await there.goto(`/actividades/${id}`);
    await confirm(there, 'Inés', email);
    await expect(going(there)).toBeVisible();
    await phone.close();

    await page.goto(`/actividades/${id}`);
    await confirm(page, 'Inés', email);
    await expect(page.getByText('Ya estás registrado en esta actividad')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Enviarme el enlace' }).click();
    await expect(page.getByText(/^Si hay una asistencia con ese correo/)).toBeVisible();
    await openLetter(page, email, 'Tu asistencia');
    const own = await followLink(page, 'mi-asistencia');
    await expect(own.getByRole('heading', { level: 1, name: title })).toBeVisible();
  },
);

test('a member confirms from a list with name and e-mail filled in, and cancels', async ({
  page,
  browser,
  product,
}) => {
  const { title } = await published(browser, product.url);
  await join(page, { username: 'Wilmer Guetio', email: someone('wilmer'), password: 'maíz-y-café' });
  await page.goto(`/tasks/buscar?q=${encodeURIComponent(title)}`);
  const card = page.getByRole('article', { name: title });
  await card.getByRole('button', { name: 'Asistir a actividad' }).click();
  await expect(page.getByLabel('Nombre')).toHaveValue('Wilmer Guetio');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(card.getByText('Vas a asistir')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(card.getByText('Vas a asistir')).toBeVisible();
  await cancel(page);
  await expect(card.getByRole('button', { name: 'Asistir a actividad' })).toBeVisible();
});

test(
  'on a magnified screen the error of a dialog does not lie on the button that has the focus',
  AT_ANY_WIDTH,
  async ({ page, browser, product, quietConsole }) => {
    quietConsole.expect(/status of 503/);
    const { id } = await published(browser, product.url);
    await page.goto(`/actividades/${id}`);
    await confirm(page, 'Luz Dary', someone('luz'));
    await expect(going(page)).toBeVisible();
    await page.getByRole('button', { name: 'Cerrar aviso' }).click();
    await page.route('**/api/attendances/**', route => route.fulfill({ status: 503 }));
    // What four times the size leaves of 1280 × 1024 (WCAG 1.4.10): the dialog reaches to the foot, where its errors come.
    await page.setViewportSize({ width: 320, height: 256 });
    await page.getByRole('button', { name: 'Cancelar Asistencia' }).click();
    const focused = page.getByRole('button', { name: 'Sí, cancelar' });
    const error = page.getByRole('alert').filter({ hasText: 'Error al cancelar asistencia' });
    await enter(focused, () => expect(error).toBeVisible());
    await expect.poll(() => liesOn(error, focused)).toBe(false);
    await expect(focused).toBeFocused();
  },
);

test(
  'on a shared phone an account is not taken for who confirmed there before',
  AT_ANY_WIDTH,
  async ({ page, browser, product }) => {
    const { id } = await published(browser, product.url);
    const grandmother = someone('abuela');
    await page.goto(`/actividades/${id}`);
    await confirm(page, 'Abuela', grandmother);
    await expect(going(page)).toBeVisible();
    await join(page, { username: 'Yaneth', email: someone('yaneth'), password: 'maíz-y-café' });
    await page.goto(`/actividades/${id}`);
    const confirmHere = page.getByRole('button', { name: 'Asistir a actividad' });
    const answered = page.waitForResponse(/attendances\/check\?/);
    await expect(confirmHere).toBeVisible();
    expect(await (await answered).json()).toEqual({ attending: [] });
    await expect(confirmHere).toBeVisible();

    // Neither is one who signs up somebody else.
    await confirm(page, 'Tía', someone('tia'));
    await expect(page.getByText('Asistencia confirmada correctamente!')).toBeVisible();
    const again = page.waitForResponse(/attendances\/check\?/);
    await page.reload();
    expect(await (await again).json()).toEqual({ attending: [] });
    await expect(confirmHere).toBeVisible();
  },
);

test(
  'a double click on the yes cancels once; a no gives the focus back',
  AT_ANY_WIDTH,
  async ({ page, browser, product }) => {
    const { id } = await published(browser, product.url);
    await page.goto(`/actividades/${id}`);
    await confirm(page, 'Luz Dary', someone('luz'));
    await expect(going(page)).toBeVisible();
    const button = page.getByRole('button', { name: 'Cancelar Asistencia' });
    for (const leave of [
      () => page.getByRole('button', { name: 'No' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await button.click();
      await expect(page.getByRole('dialog', { name: '¿Cancelar asistencia?' })).toBeVisible();
      await leave();
      await expect(button).toBeFocused();
    }
    const sent: string[] = [];
    page.on('request', request => sent.push(request.method()));
    await button.click();
    await page.getByRole('button', { name: 'Sí, cancelar' }).dblclick();
    await expect(page.getByText('Asistencia cancelada correctamente')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Asistir a actividad' })).toBeVisible();
    expect(sent.filter(method => method === 'DELETE')).toHaveLength(1);
  },
);

test(
  'on a line that drops, what arrived is never called a failure',
  AT_ANY_WIDTH,
  async ({ page, browser, product, quietConsole }) => {
    quietConsole.expect(/net::ERR_/);
    const { id } = await published(browser, product.url);
    await page.goto(`/actividades/${id}`);
    // The server does its work; its reply, with the cookie, is lost.
    await page.route('**/api/attendances/confirm', async route => {
      const request = route.request();
      const context = await browser.newContext({ baseURL: product.url });
      const cookies = await page.context().cookies();
      await context.addCookies(cookies);
      await context.request.post('/api/attendances/confirm', { data: request.postDataJSON() });
      await context.close();
      await route.abort('connectionreset');
    });
    await confirm(page, 'Marleny', someone('marleny'));
    await expect(page.getByText('Asistencia confirmada correctamente!')).toBeVisible();
    await expect(going(page)).toBeVisible();

    await page.route('**/api/attendances/cancel/*', async route => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await cancel(page);
    await expect(page.getByText('Asistencia cancelada correctamente')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Asistir a actividad' })).toBeVisible();
  },
);
