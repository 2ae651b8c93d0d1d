import type { Browser, Locator, Page } from '@playwright/test';
import { AT_ANY_WIDTH, expect, test } from './fixtures.ts';
import { covers, tabTo } from './keyboard.ts';
import {
  bell,
  confirm,
  createMember,
  expectAccessibleInBothSchemes,
  publish,
} from './notification-fixtures.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Notificaciones', exact: true });
const menu = (page: Page) => page.getByRole('button', { name: /^Menú de/ });
const expectLive = (page: Page) => expect(menu(page)).toHaveAccessibleDescription('Conexión en vivo activa');

for (const viewport of [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
]) {
  test.describe(`on a phone of ${viewport.width} pixels`, () => {
    test.use({ viewport });

    test('the bell is reached once on each page: in the tab bar, or in the top bar where there is none', async ({
      page,
    }) => {
      await createMember(page);
      const id = await publish(page, 'Siembra de árboles', 5);
      const bells = page.getByRole('button', { name: /^(Avisos|Notificaciones)/ });
      await page.goto('/actividades');
      await expect(bells).toHaveCount(1);
      await expect(bells).toHaveAccessibleName('Avisos');
      await page.goto(`/actividades/${id}`);
      await expect(bells).toHaveCount(1);
      await bells.click();
      await expect(panel(page).getByText('No hay notificaciones')).toBeVisible();
      await expectAccessibleInBothSchemes(page);
    });
  });
}

test('the bell shows new attendances live in every tab', async ({ page, context, browser, product }) => {
  // The headless shell denies notifications, for which the bell would not offer to activate them.
  await context.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'default' }),
  );
  await createMember(page);
  const id = await publish(page, 'Siembra de árboles', 5);
  const other = await publish(page, 'Olla comunitaria', 8);
  await page.goto('/tasks');
  const second = await context.newPage();
  await second.goto('/actividades');
  await expectLive(page);
  await expectLive(second);
  await bell(page, 0).click();
  await expect(panel(page).getByText('No hay notificaciones')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bell(page, 0)).toBeFocused();

  // Moving the focus out of the panel with Tab closes it, at either end.
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeFocused();
  for (const name of ['Activar avisos aquí', 'Ahora no']) {
    await page.keyboard.press('Tab');
    await expect(panel(page).getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(panel(page).getByRole('link', { name: 'Configurar Notificaciones' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toBeVisible();
  await expect(panel(page)).toBeHidden();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(bell(page, 0)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'Lo mío' })).toBeFocused();

  const visitor = await browser.newContext({ baseURL: product.url });
  await confirm(visitor, id, 'Rosa Muelas');
  for (const tab of [page, second]) {
    await expect(tab.getByText(/Rosa Muelas/)).toBeVisible();
    await expect(bell(tab, 1)).toBeVisible();
  }
  await expectAccessibleInBothSchemes(page);
  await confirm(visitor, other, 'Rosa Muelas');
  await expect(bell(page, 2)).toBeVisible();
  await visitor.close();

  // Opening the bell marks its notifications as read, in the other tab too.
  await bell(page, 2).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('listitem')).toHaveCount(2);
  await expect(panel(page)).toBeFocused();
  await expectAccessibleInBothSchemes(page);
  await expect(bell(second, 0)).toBeVisible();

  await panel(page)
    .getByRole('listitem')
    .filter({ hasText: 'Siembra' })
    .getByRole('button', { name: /^Quitar/ })
    .click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
  await bell(second, 0).click();
  await expect(panel(second).getByRole('listitem')).toHaveCount(1);
  await panel(second).getByRole('button', { name: 'Limpiar' }).click();
  await expect(panel(second).getByText('No hay notificaciones')).toBeVisible();
  await expect(panel(page).getByText('No hay notificaciones')).toBeVisible();
  await page.reload();
  await bell(page, 0).click();
  await expect(panel(page).getByText('No hay notificaciones')).toBeVisible();
});

/** Creates a member with an activity that a visitor confirms, and returns the activity's id. */
async function createAttendedActivity(
  page: Page,
  browser: Browser,
  product: { url: string },
): Promise<string> {
  await createMember(page);
  const id = await publish(page, 'Siembra de árboles', 5);
  const visitor = await browser.newContext({ baseURL: product.url });
  await confirm(visitor, id, 'Rosa Muelas');
  await visitor.close();
  return id;
}

test('a new toast does not cover the focused element', async ({ page, browser, product }) => {
  await createMember(page);
  const ids = await Promise.all([5, 6, 7, 8, 9].map(days => publish(page, `Minga número ${days}`, days)));
  await page.goto('/tasks');
  await expectLive(page);
  const visitor = await browser.newContext({ baseURL: product.url });
  // The last of three columns.
  const card = page.getByRole('article', { name: 'Minga número 7' });
  const focused = card.getByRole('button', { name: 'Ver Detalles' });

  // Toasts appear below the top bar, to the right.
  await tabTo(focused);
  await focused.evaluate(button => scrollBy(0, button.getBoundingClientRect().top - 90));
  await confirm(visitor, ids[0] ?? '', 'Rosa Muelas');
  const toast = page.getByRole('status').filter({ hasText: 'Rosa Muelas' });
  await expect(toast).toBeVisible();
  expect(await covers(toast, focused)).toBe(false);

  // The toast has moved to the bottom. Hovering pauses its timeout.
  await toast.hover();
  await focused.evaluate(
    (button, bottom) => {
      scrollBy(0, button.getBoundingClientRect().bottom - bottom);
      button.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    },
    await bottomOf(toast),
  );
  await expect.poll(() => covers(toast, focused)).toBe(false);
  await visitor.close();
});

const bottomOf = (element: Locator) => element.evaluate(node => node.getBoundingClientRect().bottom);

test(
  'notifications are marked as read only once the panel has loaded',
  AT_ANY_WIDTH,
  async ({ page, browser, product }) => {
    await createAttendedActivity(page, browser, product);
    const code = Promise.withResolvers<void>();
    await page.route('**/assets/notification-panel-*.js', async route => {
      await code.promise;
      await route.continue();
    });
    await page.goto('/tasks');
    await bell(page, 1).click();
    await expect(panel(page).getByText('Cargando avisos...')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(bell(page, 1)).toBeVisible();

    await bell(page, 1).click();
    code.resolve();
    await expect(panel(page).getByRole('link', { name: /Rosa Muelas/ })).toBeVisible();
    await expect(bell(page, 0)).toBeVisible();
  },
);

test('a notification links to its activity', AT_ANY_WIDTH, async ({ page, browser, product }) => {
  const id = await createAttendedActivity(page, browser, product);
  await page.goto('/tasks');
  await bell(page, 1).click();
  await panel(page)
    .getByRole('link', { name: /Rosa Muelas/ })
    .click();
  await expect(page).toHaveURL(`/actividades/${id}`);
  await expect(panel(page)).toBeHidden();
});

test(
  'the bell counts, marks as read and clears more notifications than it lists',
  AT_ANY_WIDTH,
  async ({ page, browser, product }) => {
    await createMember(page);
    const id = await publish(page, 'Siembra de árboles', 5);
    const visitor = await browser.newContext({ baseURL: product.url });
    await Promise.all(Array.from({ length: 51 }, (_, index) => confirm(visitor, id, `Rosa ${index}`)));
    await visitor.close();
    const stored = async (path: string) =>
      (await page.request.get(`/api/notifications/recibidas${path}`)).json();

    await page.goto('/tasks');
    await bell(page, 51).click();
    // One line for all of them.
    await expect(panel(page).getByRole('listitem')).toHaveCount(1);
    await expect(panel(page).getByText('50 personas nuevas en «Siembra de árboles»')).toBeVisible();
    await expect(bell(page, 0)).toBeVisible();
    await expect.poll(() => stored('/sin-leer')).toEqual({ count: 0 });
    await panel(page).getByRole('button', { name: 'Limpiar' }).click();
    await expect(panel(page).getByText('No hay notificaciones')).toBeVisible();
    await expect.poll(() => stored('')).toEqual([]);
  },
);

test('the bell shows stored notifications offline and catches up once the network is back', async ({
  page,
  context,
  browser,
  product,
  quietConsole,
}) => {
  quietConsole.expect(/ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  await createMember(page);
  const id = await publish(page, 'Siembra de árboles', 5);
  const other = await publish(page, 'Olla comunitaria', 8);
  const visitor = await browser.newContext({ baseURL: product.url });
  await page.goto('/tasks');
  await expectLive(page);
  await confirm(visitor, id, 'Rosa Muelas');
  await expect(bell(page, 1)).toBeVisible();

  await context.setOffline(true);
  await expect(menu(page)).toHaveAccessibleDescription('Sin conexión en vivo');
  await confirm(visitor, other, 'Rosa Muelas');
  await bell(page, 1).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
  await expect(panel(page).getByText(/^Sin conexión en vivo/)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Escape');

  await context.setOffline(false);
  await expectLive(page);
  await expect(bell(page, 1)).toBeVisible();
  await bell(page, 1).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(2);
  await expect(bell(page, 0)).toBeVisible();
  await visitor.close();

  // A removal made offline before the tab closes is sent when the app is next opened.
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
  await bell(page, 0).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
  const stored = async () => (await page.request.get('/api/notifications/recibidas')).json();
  await expect.poll(stored).toMatchObject([{ message: expect.stringContaining('Olla'), read: true }]);
});
