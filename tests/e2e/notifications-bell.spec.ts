import type { Browser, Locator, Page } from '@playwright/test';
import { AT_ANY_WIDTH, expect, test } from './fixtures.ts';
import { liesOn, tabTo } from './keyboard.ts';
import { confirm, expectAccessibleInBoth, newcomer, publish } from './notified.ts';

const bell = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notificaciones', exact: true });
const isLive = (page: Page) =>
  expect(bell(page, /^Notificaciones/)).toHaveAccessibleDescription('Conexión en vivo activa');

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

  // By Tab one leaves it at either end, which closes it.
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeFocused();
  for (const name of ['Configurar recordatorios', 'Elegir mis avisos']) {
    await page.keyboard.press('Tab');
    await expect(panel(page).getByRole('link', { name })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Menú de/ })).toBeFocused();
  await expect(panel(page)).toBeHidden();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(bell(page, 'Notificaciones')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(panel(page)).toBeHidden();
  await expect(page.locator('header :focus')).toBeVisible();

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

/** A newcomer's activity, to which a visitor comes. */
async function oneWhoComes(page: Page, browser: Browser, product: { url: string }): Promise<string> {
  await newcomer(page);
  const id = await publish(page, 'Siembra de árboles', 5);
  const visitor = await browser.newContext({ baseURL: product.url });
  await confirm(await visitor.newPage(), id, 'Rosa Muelas');
  await visitor.close();
  return id;
}

test('a notice that comes does not lie on what has the focus', async ({ page, browser, product }) => {
  await newcomer(page);
  const ids = await Promise.all([5, 6, 7, 8, 9].map(days => publish(page, `Minga número ${days}`, days)));
  await page.goto('/tasks');
  await isLive(page);
  const visitor = await browser.newContext({ baseURL: product.url });
  const rosa = await visitor.newPage();
  // In the last column, where there are three.
  const card = page.getByRole('article', { name: 'Minga número 7' });
  const focused = card.getByRole('button', { name: 'Ver Detalles' });

  // Where notices come: below the top bar, to the right.
  await tabTo(focused);
  await focused.evaluate(button => scrollBy(0, button.getBoundingClientRect().top - 90));
  await confirm(rosa, ids[0] ?? '', 'Rosa Muelas');
  const notice = page.getByRole('status').filter({ hasText: 'Rosa Muelas' });
  await expect(notice).toBeVisible();
  expect(await liesOn(notice, focused)).toBe(false);

  // Where it went to, at the foot; under the pointer it stays.
  await notice.hover();
  await focused.evaluate(
    (button, foot) => {
      scrollBy(0, button.getBoundingClientRect().bottom - foot);
      button.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    },
    await bottomOf(notice),
  );
  await expect.poll(() => liesOn(notice, focused)).toBe(false);
  await visitor.close();
});

const bottomOf = (element: Locator) => element.evaluate(seen => seen.getBoundingClientRect().bottom);

test('what is not shown yet is not read', AT_ANY_WIDTH, async ({ page, browser, product }) => {
  await oneWhoComes(page, browser, product);
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/notification-panel-*.js', async route => {
    await code.promise;
    await route.continue();
  });
  await page.goto('/tasks');
  await bell(page, 'Notificaciones: 1 sin leer').click();
  await expect(panel(page).getByText('Cargando notificaciones...')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bell(page, 'Notificaciones: 1 sin leer')).toBeVisible();

  await bell(page, 'Notificaciones: 1 sin leer').click();
  code.resolve();
  await expect(panel(page).getByRole('link', { name: /Rosa Muelas/ })).toBeVisible();
  await expect(bell(page, 'Notificaciones')).toBeVisible();
});

test('one leads to its activity', AT_ANY_WIDTH, async ({ page, browser, product }) => {
  const id = await oneWhoComes(page, browser, product);
  await page.goto('/tasks');
  await bell(page, 'Notificaciones: 1 sin leer').click();
  await panel(page)
    .getByRole('link', { name: /Rosa Muelas/ })
    .click();
  await expect(page).toHaveURL(`/actividades/${id}`);
  await expect(panel(page)).toBeHidden();
});

test(
  'of more than it lists all are counted, read and cleared',
  AT_ANY_WIDTH,
  async ({ page, browser, product }) => {
    await newcomer(page);
    const id = await publish(page, 'Siembra de árboles', 5);
    const visitor = await browser.newContext({ baseURL: product.url });
    const someones = await visitor.newPage();
    await Promise.all(Array.from({ length: 51 }, (_, index) => confirm(someones, id, `Rosa ${index}`)));
    await visitor.close();
    const stored = async (path: string) =>
      (await page.request.get(`/api/notifications/recibidas${path}`)).json();

    await page.goto('/tasks');
    await bell(page, 'Notificaciones: 51 sin leer').click();
    await expect(panel(page).getByRole('listitem')).toHaveCount(50);
    await expect(bell(page, 'Notificaciones')).toBeVisible();
    await expect.poll(() => stored('/sin-leer')).toEqual({ count: 0 });
    await panel(page).getByRole('button', { name: 'Limpiar' }).click();
    await expect(panel(page).getByText('No hay notificaciones')).toBeVisible();
    await expect.poll(() => stored('')).toEqual([]);
  },
);

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
  await expect(bell(page, 'Notificaciones')).toBeVisible();
  await visitor.close();

  // What was done without it, before the tab was closed, is sent when the app is opened next.
  await context.setOffline(true);
  await panel(page)
    .getByRole('listitem')
    .filter({ hasText: 'Siembra' })
    .getByRole('button', { name: /^Quitar/ })
    .click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
  await page.goto('about:blank');
  await context.setOffline(false);
  await page.goto('/tasks');
  await bell(page, 'Notificaciones').click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
  const stored = async () => (await page.request.get('/api/notifications/recibidas')).json();
  await expect.poll(stored).toMatchObject([{ message: expect.stringContaining('Olla'), read: true }]);
});
