import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, test } from './fixtures.ts';
import type { Network } from './network.ts';
import { storedResponsesText, waitForServiceWorker } from './offline-fixtures.ts';
import { publishActivity } from './organiser.ts';

/** A visitor's browser that has the activity's page for use without a network. */
async function openAsVisitor(
  browser: Browser,
  options: object,
  network: Network,
  { id, unique }: { id: string; unique: string },
) {
  const { proxy } = network;
  const context = await browser.newContext({ ...options, proxy, serviceWorkers: 'allow' });
  const visitor = await context.newPage();
  await visitor.goto(`/actividades/${id}`);
  await hydrated(visitor);
  await waitForServiceWorker(visitor);
  await expect.poll(() => storedResponsesText(visitor)).toContain(unique);
  await network.lose(context);
  return { context, visitor };
}

async function confirmOffline(visitor: Page, name: string, dates?: string): Promise<void> {
  await visitor.getByRole('button', { name: 'Asistir a actividad' }).click();
  if (dates !== undefined) await visitor.getByRole('radio', { name: dates }).check();
  await visitor.getByLabel('Nombre').fill(name);
  await visitor.getByRole('button', { name: 'Confirmar' }).click();
  await expect(visitor.getByText('Por enviar: se envía sola cuando haya internet')).toBeVisible();
}

test('a visitor confirms without a network, and it is sent when there is one', async ({
  page,
  browser,
  contextOptions,
  product,
  network,
}) => {
  const published = await publishActivity(page, { contact: 'any', capacity: 1 });
  const { context, visitor } = await openAsVisitor(
    browser,
    { ...contextOptions, baseURL: product.url },
    network,
    published,
  );
  await visitor.reload();
  await confirmOffline(visitor, 'Don Efraín');
  await visitor.getByRole('button', { name: 'No enviar' }).click();
  await confirmOffline(visitor, 'Doña Carmen');
  await expectAccessible(visitor);
  await visitor.reload();
  await expect(visitor.getByText(`Por enviar: tu asistencia a «Minga ${published.unique}»`)).toBeVisible();
  await expect(visitor.getByText('Por enviar: se envía sola cuando haya internet')).toBeVisible();
  const names = async () => {
    const response = await page.request.get(`/api/attendances/${published.id}`);
    return (await response.json()).map(({ name }: { name: string }) => name);
  };
  expect(await names()).toEqual([]);

  await network.restore(context);
  await visitor.getByRole('button', { name: 'Ver mi enlace' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Tu asistencia' });
  await expect(dialog.getByLabel('Tu enlace')).toHaveValue(/mi-asistencia/);
  await expectAccessible(visitor);
  await dialog.getByRole('button', { name: 'Listo' }).click();
  await expect(visitor.getByText('Vas a asistir: tienes cupo')).toBeVisible();
  expect(await names()).toEqual(['Doña Carmen']);
  await context.close();
});

/** Nothing is cached ahead: a page has loaded only what it has shown. */
const withoutWorker = (
  contextOptions: BrowserContextOptions,
  baseURL: string,
  { proxy }: Pick<Network, 'proxy'>,
): BrowserContextOptions => ({ ...contextOptions, baseURL, proxy, serviceWorkers: 'block' });

test('the network is lost while a new visitor fills the form', async ({
  page,
  browser,
  contextOptions,
  product,
  network,
}) => {
  const { id } = await publishActivity(page, { contact: 'any' });
  const context = await browser.newContext(withoutWorker(contextOptions, product.url, network));
  const visitor = await context.newPage();
  await visitor.goto(`/actividades/${id}`);
  await visitor.getByRole('button', { name: 'Asistir a actividad' }).click();
  await expect(visitor.getByLabel('Nombre')).toBeVisible();
  await network.lose(context);
  await visitor.getByLabel('Nombre').fill('Doña Carmen');
  await visitor.getByRole('button', { name: 'Confirmar' }).click();
  await expect(visitor.getByText('Por enviar: se envía sola cuando haya internet')).toBeVisible();

  await network.restore(context);
  await visitor.getByRole('button', { name: 'Ver mi enlace' }).click();
  await visitor.getByRole('button', { name: 'Listo' }).click();
  await expect(visitor.getByText('Vas a asistir', { exact: true })).toBeVisible();
  await context.close();
});

test('the form opens with the code of its result, and without that code keeps nothing in secret', async ({
  page,
  browser,
  contextOptions,
  product,
  network,
}) => {
  const { id } = await publishActivity(page, { contact: 'any' });
  const context = await browser.newContext(withoutWorker(contextOptions, product.url, network));
  const visitor = await context.newPage();
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await context.route('**/*.js', async route => {
    const response = await route.fetch().catch(() => null);
    if (response === null) return route.abort();
    if (!(await response.text()).includes('Te escribimos a')) return route.fulfill({ response });
    asked.resolve();
    await answered.promise;
    await route.abort();
  });
  await visitor.goto(`/actividades/${id}`);
  const form = visitor.getByRole('dialog', { name: 'Confirmar asistencia' });
  const formCode = visitor.waitForResponse(
    async response =>
      response.url().endsWith('.js') &&
      (await response.text()).includes('Recordarme un día antes por correo'),
  );
  await visitor.getByRole('button', { name: 'Asistir a actividad' }).click();
  await Promise.all([asked.promise, formCode]);
  await expect(form).toBeHidden();
  answered.resolve();
  await visitor.getByLabel('Nombre').fill('Doña Carmen');
  await network.lose(context);
  await form.getByRole('button', { name: 'Confirmar' }).click();
  await expect(form.getByText(/conexión/)).toBeVisible();
  await expect(visitor.getByLabel('Nombre')).toHaveValue('Doña Carmen');
  await context.close();
});

test('a confirmation that was made without a network and is refused tells why', async ({
  page,
  browser,
  contextOptions,
  product,
  network,
}) => {
  const published = await publishActivity(page, { contact: 'any', capacity: 1, hasWaitingList: false });
  const { context, visitor } = await openAsVisitor(
    browser,
    { ...contextOptions, baseURL: product.url },
    network,
    published,
  );
  await confirmOffline(visitor, 'Doña Carmen');
  const data = { taskId: published.id, name: 'Don Efraín' };
  expect((await page.request.post('/api/attendances/confirm', { data })).status()).toBe(201);

  await network.restore(context);
  const refusal = visitor.getByText(`No pudimos confirmar tu asistencia a «Minga ${published.unique}».`);
  await expect(refusal).toContainText('Ya no hay cupos');
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: 'Entendido' }).click();
  await expect(refusal).toBeHidden();
  await context.close();
});

test('all dates of a series are confirmed without a network, and sent as one when there is one', async ({
  page,
  browser,
  contextOptions,
  product,
  network,
}) => {
  const repeat = { frequency: 'daily', interval: 1, count: 3 };
  const published = await publishActivity(page, {
    contact: 'any',
    capacity: 1,
    hasWaitingList: false,
    repeat,
  });
  const { context, visitor } = await openAsVisitor(
    browser,
    { ...contextOptions, baseURL: product.url },
    network,
    published,
  );
  await confirmOffline(visitor, 'Doña Carmen', 'A las 3 fechas que quedan');
  await visitor.reload();
  await expect(visitor.getByText('(todas las fechas)')).toBeVisible();
  await expectAccessible(visitor);
  const { series } = await (await page.request.get(`/api/tasks/${published.id}`)).json();
  const dates = await (await page.request.get(`/api/tasks/search?serie=${series._id}`)).json();
  const data = { taskId: dates[2]._id, name: 'Don Efraín' };
  expect((await page.request.post('/api/attendances/confirm', { data })).status()).toBe(201);

  await network.restore(context);
  await expect(visitor.getByText('Vas a 2 fechas; en 1 fecha ya no hay cupo.')).toBeVisible();
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: 'Ver mi enlace' }).click();
  await visitor.getByRole('button', { name: 'Listo' }).click();
  await expect(visitor.getByText('Vas a asistir: tienes cupo')).toBeVisible();
  await context.close();
});
