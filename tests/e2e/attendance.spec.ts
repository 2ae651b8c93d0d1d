import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createAccount, publishFromNewAccount } from './accounts.ts';
import { AT_ANY_WIDTH, expect, expectAccessible, test } from './fixtures.ts';
import { enter } from './keyboard.ts';
import { followLink, openEmail } from './mailbox.ts';
import { translatePages } from './translate.ts';

const uniqueEmail = (name: string) => `${name}.${randomUUID().slice(0, 8)}@example.org`;

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

const goingBadge = (page: Page) => page.getByText('Vas a asistir');

test('a visitor confirms, reloads, cancels in the same browser and confirms again', async ({
  page,
  browser,
  product,
}) => {
  const { id, title } = await publishFromNewAccount(browser, product.url);
  const email = uniqueEmail('luz');
  await page.goto(`/actividades/${id}`);
  await page.getByRole('button', { name: 'Asistir a actividad' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirmar asistencia' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Completa todos los campos')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Nombre').fill('Luz');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`/actividades/${id}`);
  await page.getByRole('button', { name: 'Asistir a actividad' }).click();
  await expect(page.getByLabel('Nombre')).toHaveValue('Luz');
  await page.keyboard.press('Escape');
  // The bar at the foot is pressed at the end of the page; the result is shown where it stands.
  const window = page.viewportSize() ?? { width: 360, height: 740 };
  await page.setViewportSize({ ...window, height: 360 });
  await page.getByRole('button', { name: 'Reportar' }).scrollIntoViewIfNeeded();
  await confirm(page, 'Luz Dary', email);
  await expect(goingBadge(page)).toBeInViewport();
  await page.setViewportSize(window);
  const success = page.getByText('Asistencia confirmada correctamente!');
  await expect(success).toBeVisible();
  // A press where the toast is reaches what is below it.
  expect(await success.evaluate(isHitInItsMiddle)).toBe(false);
  await expect(goingBadge(page)).toBeVisible();
  await expectAccessible(page);

  // The home page leads back to the code, without an account and without the e-mail.
  await page.goto('/');
  await page.getByRole('link', { name: 'Mi asistencia' }).click();
  await page.getByRole('region', { name: 'En este dispositivo' }).getByRole('link', { name: title }).click();
  await expect(goingBadge(page)).toBeVisible();

  await page.reload();
  await expect(goingBadge(page)).toBeVisible();
  const ticket = page.getByRole('region', { name: 'Tu asistencia' });
  await expect(ticket.locator('code')).toHaveText(/^[0-9A-Z]{6}$/);
  await ticket.getByRole('button', { name: 'Corregir' }).click();
  await expectAccessible(page);
  const corrected = uniqueEmail('luz');
  await page.getByLabel('Correo electrónico').fill(corrected);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(ticket.getByText(corrected)).toBeVisible();
  await page.reload();
  await expect(ticket.getByText(corrected)).toBeVisible();
  await cancel(page);
  await expect(page.getByText('Asistencia cancelada correctamente')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Asistir a actividad' })).toBeVisible();
  await confirm(page, 'Luz Dary', email);
  await expect(goingBadge(page)).toBeVisible();

  // A new account with the same e-mail finds the attendance from its first screen, and manages it.
  await createAccount(page, { username: 'Luz Dary', email, password: 'maíz-y-café' });
  await page.goto('/welcome');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Mírala en «Voy a ir»' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Voy a ir (1)' })).toBeVisible();
  await expect(goingBadge(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mi código' })).toBeVisible();
  await page.goto('/tasks');
  await expect(page.getByText('Vas a 1 actividad.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Mírala en «Voy a ir»' }).click();
  await cancel(page);
  // The list is fetched again: its card offers the confirmation only until then.
  await expect(page.getByRole('heading', { level: 1, name: 'Voy a ir (0)' })).toBeVisible();
});

test.describe('in a browser that translates', () => {
  test.use({ locale: 'en-US' });

  test('a page that the browser translates is searched, and its activity confirmed and cancelled', async ({
    page,
    context,
    browser,
    product,
  }) => {
    const { title } = await publishFromNewAccount(browser, product.url);
    await translatePages(context);
    await page.goto('/actividades');
    await expect(page.locator('h1 font').first()).toBeVisible();
    const words = page.getByRole('searchbox', { name: 'Buscar actividades' });
    for (const typed of ['xilófono', title, 'xilófono', title]) {
      await words.fill(typed);
      await expect(page.getByRole('article', { name: title })).toBeVisible({ visible: typed === title });
    }
    await page.getByRole('article', { name: title }).getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await confirm(page, 'Luz', uniqueEmail('luz'));
    await expect(goingBadge(page)).toBeVisible();
    await cancel(page);
    await expect(page.getByRole('button', { name: 'Asistir a actividad' })).toBeVisible();
  });
});

test("the page of a visitor's personal link shows the attendance and cancels it", async ({
  page,
  browser,
  product,
  quietConsole,
}) => {
  quietConsole.expect(/status of 400/);
  const { id, title } = await publishFromNewAccount(browser, product.url);
  const email = uniqueEmail('rosa');
  await page.goto(`/actividades/${id}`);
  await confirm(page, 'Rosa Elvira', email);
  await expect(goingBadge(page)).toBeVisible();

  await openEmail(page, email, 'Vas a una actividad');
  const own = await followLink(page, 'mi-asistencia');
  await expect(own.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(own).toHaveURL(/\/mi-asistencia$/);
  await expectAccessible(own);
  await own.reload();
  await cancel(own);
  await expect(own.getByRole('heading', { level: 1, name: 'Asistencia cancelada' })).toBeVisible();
  await expectAccessible(own);

  // The link has been used. The form for another one does not reveal whether an attendance exists.
  await page.bringToFront();
  const again = await followLink(page, 'mi-asistencia');
  await expect(again.getByRole('heading', { level: 1, name: 'Este enlace ya no sirve' })).toBeVisible();
  await again.getByLabel('Correo electrónico').fill(uniqueEmail('nadie'));
  await again.getByRole('button', { name: 'Enviarme el enlace otra vez' }).click();
  await expect(again.getByText(/^Si hay una asistencia con ese correo/)).toBeVisible();
  await expectAccessible(again);
});

test(
  'a visitor in another browser gets a conflict and requests the link by e-mail',
  AT_ANY_WIDTH,
  async ({ page, browser, product, contextOptions, quietConsole }) => {
    quietConsole.expect(/status of 409/);
    const { id, title } = await publishFromNewAccount(browser, product.url);
    const email = uniqueEmail('ines');
    const phone = await browser.newContext({ ...contextOptions, baseURL: product.url });
    const phonePage = await phone.newPage();
    await phonePage.goto(`/actividades/${id}`);
    await confirm(phonePage, 'Inés', email);
    await expect(goingBadge(phonePage)).toBeVisible();
    await phone.close();

    await page.goto(`/actividades/${id}`);
    await confirm(page, 'Inés', email);
    await expect(page.getByText('Ya estás registrado en esta actividad')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Enviarme el enlace' }).click();
    await expect(page.getByText(/^Si hay una asistencia con ese correo/)).toBeVisible();
    await openEmail(page, email, 'Tu asistencia');
    const own = await followLink(page, 'mi-asistencia');
    await expect(own.getByRole('heading', { level: 1, name: title })).toBeVisible();
  },
);

test('a member confirms from a list with name and e-mail filled in, and cancels', async ({
  page,
  browser,
  product,
}) => {
  const { title } = await publishFromNewAccount(browser, product.url);
  await createAccount(page, {
    username: 'Wilmer Guetio',
    email: uniqueEmail('wilmer'),
    password: 'maíz-y-café',
  });
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
  'on a magnified screen the error of a dialog appears in it, and its focused button stays in view',
  AT_ANY_WIDTH,
  async ({ page, browser, product, quietConsole }) => {
    quietConsole.expect(/status of 503/);
    const { id } = await publishFromNewAccount(browser, product.url);
    await page.goto(`/actividades/${id}`);
    await confirm(page, 'Luz Dary', uniqueEmail('luz'));
    await expect(goingBadge(page)).toBeVisible();
    await page.getByRole('button', { name: 'Cerrar aviso' }).click();
    await page.route('**/api/attendances/**', route => route.fulfill({ status: 503 }));
    // 1280 × 1024 at 400 % (WCAG 1.4.10).
    await page.setViewportSize({ width: 320, height: 256 });
    await page.getByRole('button', { name: 'Cancelar Asistencia' }).click();
    const focused = page.getByRole('button', { name: 'Sí, cancelar' });
    const error = page
      .getByRole('dialog')
      .getByRole('alert')
      .filter({ hasText: 'Error al cancelar asistencia' });
    await enter(focused, () => expect(error).toBeVisible());
    await expect(focused).toBeFocused();
    await expect(focused).toBeInViewport({ ratio: 0.98 });
    await expect(page.getByText('Error al cancelar asistencia')).toHaveCount(1);
  },
);

test(
  'on a shared phone a signed-in account is not attributed the attendances confirmed before',
  AT_ANY_WIDTH,
  async ({ page, browser, product }) => {
    const { id } = await publishFromNewAccount(browser, product.url);
    const grandmother = uniqueEmail('abuela');
    await page.goto(`/actividades/${id}`);
    await confirm(page, 'Abuela', grandmother);
    await expect(goingBadge(page)).toBeVisible();
    await createAccount(page, { username: 'Yaneth', email: uniqueEmail('yaneth'), password: 'maíz-y-café' });
    await page.goto(`/actividades/${id}`);
    const confirmHere = page.getByRole('button', { name: 'Asistir a actividad' });
    const firstCheck = page.waitForResponse(/attendances\/check\?/);
    await expect(confirmHere).toBeVisible();
    expect(await (await firstCheck).json()).toEqual({ attending: [], arrived: [] });
    await expect(confirmHere).toBeVisible();

    // Nor is an attendance that the member confirms for another person.
    await confirm(page, 'Tía', uniqueEmail('tia'));
    await expect(page.getByText('Asistencia confirmada correctamente!')).toBeVisible();
    const secondCheck = page.waitForResponse(/attendances\/check\?/);
    await page.reload();
    expect(await (await secondCheck).json()).toEqual({ attending: [], arrived: [] });
    await expect(confirmHere).toBeVisible();
  },
);

test(
  'a double click on yes cancels once; no returns the focus to the button',
  AT_ANY_WIDTH,
  async ({ page, browser, product }) => {
    const { id } = await publishFromNewAccount(browser, product.url);
    await page.goto(`/actividades/${id}`);
    await confirm(page, 'Luz Dary', uniqueEmail('luz'));
    await expect(goingBadge(page)).toBeVisible();
    const button = page.getByRole('button', { name: 'Cancelar Asistencia' });
    for (const dismiss of [
      () => page.getByRole('button', { name: 'No' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await button.click();
      await expect(page.getByRole('dialog', { name: '¿Cancelar asistencia?' })).toBeVisible();
      await dismiss();
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
  'a request whose response is lost is not reported as failed',
  AT_ANY_WIDTH,
  async ({ page, browser, product, quietConsole }) => {
    quietConsole.expect(/net::ERR_/);
    const { id } = await publishFromNewAccount(browser, product.url);
    await page.goto(`/actividades/${id}`);
    // The server stores the attendance, but the response with its cookie is lost.
    await page.route(
      '**/api/attendances/confirm',
      async route => {
        const request = route.request();
        const context = await browser.newContext({ baseURL: product.url });
        const cookies = await page.context().cookies();
        await context.addCookies(cookies);
        await context.request.post('/api/attendances/confirm', { data: request.postDataJSON() });
        await context.close();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await confirm(page, 'Marleny', uniqueEmail('marleny'));
    await expect(page.getByText('Asistencia confirmada correctamente!')).toBeVisible();
    await expect(goingBadge(page)).toBeVisible();

    await page.route('**/api/attendances/cancel/*', async route => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await cancel(page);
    await expect(page.getByText('Asistencia cancelada correctamente')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Asistir a actividad' })).toBeVisible();
  },
);

/** Runs in the page. */
function isHitInItsMiddle(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
