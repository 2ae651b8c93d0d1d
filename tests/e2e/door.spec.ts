import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { createAccount, signIn } from './accounts.ts';
import { decodeShown } from './decode-qr.ts';
import { arrivedAtServer, confirmAsVisitor, openDoor, publishWithDoor } from './door-fixtures.ts';
import { AT_ANY_WIDTH, expect, expectAccessible, ON_A_NETWORK, test } from './fixtures.ts';
import { enter } from './keyboard.ts';
import { readEmail } from './mailbox.ts';
import { type Network, NO_NETWORK, startNetwork } from './network.ts';
import { newAccount, waitForServiceWorker } from './offline-fixtures.ts';
import { publishActivity, startActivity } from './organiser.ts';
import { setClockAhead } from './set-clock-ahead.ts';

test.use(ON_A_NETWORK);

const THREE_DAYS_MS = 3 * 24 * 60 * 60 * 1000;

const arrives = (page: Page, name: string) => page.getByRole('button', { name: `Llegó: ${name}` }).click();
const undoButton = (page: Page, name: string) => page.getByRole('button', { name: `Deshacer: ${name}` });
/** When they came, by the server. */
async function timesAtServer(page: Page, taskId: string): Promise<Record<string, string>> {
  const { attendances } = await (await page.request.get(`/api/attendances/${taskId}/door`)).json();
  return Object.fromEntries(
    attendances.flatMap(({ name, checkedInAt }: { name: string; checkedInAt: string | null }) =>
      checkedInAt === null ? [] : [[name, checkedInAt]],
    ),
  );
}
const counter = (page: Page) => page.getByRole('region', { name: 'Cuántas personas han llegado' });

// docs/rules.md R18.3
test('the door works without a network, survives a closed browser, and sends each arrival once', async ({
  page,
  context,
  product,
  network,
  quietConsole,
}) => {
  quietConsole.expect(NO_NETWORK);
  const { id, path, unique } = await publishWithDoor(page, ['Ana Lucía', 'Benjamín', 'Carmen'], {
    capacity: 5,
  });
  await confirmAsVisitor(product.url, {
    taskId: id,
    name: 'Zoraida',
    email: `zoraida.${unique}@example.org`,
  });
  await page.goto(`/tasks/asistencia?taskId=${id}`);
  await page.getByRole('link', { name: 'Puerta' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await openDoor(page, path);
  await expect(counter(page)).toContainText('0 de 5 personas');
  await expect(page.getByRole('listitem').filter({ hasText: 'Zoraida' })).toContainText('En lista de espera');
  await expect(page.getByRole('button', { name: 'Llegó: Zoraida' })).toHaveCount(0);
  await expectAccessible(page);

  await network.lose(context);
  await page.reload();
  await expect(page.getByText(/^Sin conexión\. Esto es de hace/)).toBeVisible();
  await page.getByLabel('Buscar por nombre').fill('lucia');
  await arrives(page, 'Ana Lucía + 2');
  const result = page.getByRole('status').filter({ hasText: 'Pueden entrar' });
  await expect(result).toContainText('Ana Lucía + 2');
  await expect(page.getByText('Por enviar: 1')).toBeVisible();
  await expect(counter(page)).toContainText('3 de 5 personas');
  await expectAccessible(page);
  await page.getByLabel('Buscar por nombre').fill('');
  await arrives(page, 'Benjamín');
  await arrives(page, 'Carmen');
  // Was not sent: it is undone without a network, by the row.
  await expect(undoButton(page, 'Carmen')).toBeFocused();
  await expect(async () => {
    // Until then it is the second press of a double press.
    await undoButton(page, 'Carmen').click({ timeout: 1000 });
    await expect(page.getByRole('button', { name: 'Llegó: Carmen' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByRole('button', { name: 'Llegó sin confirmar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Llegó sin confirmar' });
  await dialog.getByRole('button', { name: 'Llegó', exact: true }).click();
  await expect(dialog.getByText('Escribe su nombre')).toBeVisible();
  await dialog.getByLabel('Nombre').fill('Don Efraín');
  await dialog.getByLabel('¿Con cuántas personas viene?').selectOption('1 persona más');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Llegó', exact: true }).click();
  await expect(counter(page)).toContainText('6 de 7 personas');
  // The row of a person without a name on the screen may be far down, so that the result is shown where the list begins.
  await expect(result).toContainText('Don Efraín + 1');
  await expect(result.getByRole('button', { name: 'Deshacer' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Por enviar: 3')).toBeVisible();

  await page.close();
  const reopened = await context.newPage();
  await reopened.goto(path);
  await expect(counter(reopened)).toContainText('6 de 7 personas');
  await expect(reopened.getByText('Por enviar: 3')).toBeVisible();
  await expect(undoButton(reopened, 'Don Efraín + 1')).toBeVisible();

  await network.restore(context);
  await expect(reopened.getByText(/^Por enviar: /)).toBeHidden();
  await expect(counter(reopened)).toContainText('6 de 7 personas');
  expect(await arrivedAtServer(reopened, id)).toEqual(['Ana Lucía', 'Benjamín', 'Don Efraín']);
  // Was sent: it is undone at the server.
  await undoButton(reopened, 'Benjamín').click();
  await expect(reopened.getByRole('button', { name: 'Llegó: Benjamín' })).toBeVisible();
  expect(await arrivedAtServer(reopened, id)).toEqual(['Ana Lucía', 'Don Efraín']);
  await network.lose(context);
  await undoButton(reopened, 'Don Efraín + 1').click();
  await expect(reopened.getByText('para deshacerla se necesita internet')).toBeVisible();
});

test(
  'another account on the device neither sees nor sends arrivals; another screen of the same one does',
  AT_ANY_WIDTH,
  async ({ page, context, browser, product, network, quietConsole }) => {
    quietConsole.expect(NO_NETWORK);
    quietConsole.expect(/403 \(Forbidden\)/);
    const { id, path, unique } = await publishWithDoor(page, ['Ana']);
    const organiser = { email: `nubia.${unique}@example.org`, password: 'maíz-y-café' };
    const office = await browser.newContext({ baseURL: product.url });
    await signIn(office, organiser);
    await openDoor(page, path);
    await network.lose(context);
    await arrives(page, 'Ana + 2');
    await expect(page.getByText('Por enviar: 1')).toBeVisible();
    await page.getByRole('button', { name: 'Menú de Nubia Chantre' }).click();
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
    await expect(page).toHaveURL(/\/login/);

    await network.restore(context);
    // The sign-out reaches the server with the next session check, before which it would end the new account's session.
    await page.reload();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('minga.sign-out-pending'))).toBeNull();
    await createAccount(page, newAccount());
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'No recibes en esta actividad' })).toBeVisible();
    await expectAccessible(page);
    expect(await arrivedAtServer(office, id)).toEqual([]);

    await signIn(page, organiser);
    await page.goto('/tasks');
    await expect.poll(() => arrivedAtServer(office, id)).toEqual(['Ana']);
    await office.close();
  },
);

test(
  'a session that has ended asks to sign in, and what was noted is sent then',
  AT_ANY_WIDTH,
  async ({ page, context, product, network, quietConsole }) => {
    quietConsole.expect(NO_NETWORK);
    // The live connection without a session.
    quietConsole.expect(/socket\.io.* 400|403 \(Forbidden\)|401 \(Unauthorized\)/);
    const { id, path, unique } = await publishWithDoor(page, ['Ana']);
    await openDoor(page, path);
    await network.lose(context);
    await arrives(page, 'Ana + 2');
    const cookies = await context.cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    await fetch(`${product.url}/api/auth/logout`, { method: 'POST', headers: { cookie } });
    await network.restore(context);
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel('Correo electrónico').fill(`nubia.${unique}@example.org`);
    await page.getByLabel('Contraseña', { exact: true }).fill('maíz-y-café');
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect.poll(() => arrivedAtServer(page, id)).toEqual(['Ana']);
  },
);

test(
  'two devices that admit one person agree, and see what the other does',
  AT_ANY_WIDTH,
  async ({ page, context, browser, product, contextOptions, quietConsole }) => {
    quietConsole.expect(NO_NETWORK);
    const network = await startNetwork();
    const { id, path } = await publishWithDoor(page, ['Ana', 'Benjamín']);
    await openDoor(page, path);
    const second = await browser.newContext({
      ...contextOptions,
      baseURL: product.url,
      serviceWorkers: 'allow',
      proxy: network.proxy,
      storageState: await context.storageState(),
    });
    const other = await second.newPage();
    await openDoor(other, path);
    await network.lose(second);
    await arrives(page, 'Ana + 2');
    await expect.poll(() => arrivedAtServer(page, id)).toEqual(['Ana']);
    const at = await timesAtServer(page, id);

    await arrives(other, 'Ana + 2');
    await arrives(other, 'Benjamín');
    await network.restore(second);
    await other.getByText('1 por revisar').click();
    await expect(other.getByText(/Ya había llegado a las? .* Quedó una sola vez\./)).toBeVisible();
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Entendido' }).click();
    await expect(other.getByText('1 por revisar')).toBeHidden();
    // By the live connection: the list is polled once a minute.
    for (const device of [page, other]) await expect(counter(device)).toContainText('4 de 4 personas');
    expect(await timesAtServer(page, id)).toMatchObject(at);
    await undoButton(other, 'Ana + 2').click();
    await expect(page.getByRole('button', { name: 'Llegó: Ana + 2' })).toBeVisible();
    await second.close();
    await network.stop();
  },
);

test('500 people are found quickly, 50 of them are on the page', async ({ page }) => {
  const { id, path } = await publishWithDoor(page, ['Zoraida']);
  const items = Array.from({ length: 500 }, (_, number) => ({
    id: randomUUID(),
    walkIn: { name: `Persona ${number} de la vereda`, companions: 0 },
    at: new Date().toISOString(),
  }));
  expect((await page.request.post(`/api/attendances/${id}/check-ins`, { data: { items } })).status()).toBe(
    200,
  );
  await page.goto(path);
  await expect(counter(page)).toContainText('500 de 503 personas');
  await expect(page.getByRole('listitem').filter({ hasText: 'de la vereda' })).toHaveCount(50);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ver más' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'de la vereda' })).toHaveCount(100);
  await page.getByLabel('Buscar por nombre').fill('zora');
  await expect(page.getByText('1 resultado')).toBeVisible();
  const started = Date.now();
  await arrives(page, 'Zoraida + 2');
  await expect(counter(page)).toContainText('503 de 503 personas');
  expect(Date.now() - started).toBeLessThan(5_000);
});

test(
  'a device whose clock is wrong by days admits people, and the time of the server counts',
  AT_ANY_WIDTH,
  async ({ page, context, network, quietConsole }) => {
    quietConsole.expect(NO_NETWORK);
    const { id, path } = await publishWithDoor(page, ['Ana']);
    await openDoor(page, path);
    await network.lose(context);
    await setClockAhead(page, -THREE_DAYS_MS);
    await page.reload();
    await expect(page.getByText(/^Según el reloj de este dispositivo/)).toBeVisible();
    await expectAccessible(page);
    await arrives(page, 'Ana + 2');
    await expect(page.getByText('Por enviar: 1')).toBeVisible();
    await page.reload();
    await expect(undoButton(page, 'Ana + 2')).toBeVisible();
    await network.restore(context);
    await expect(page.getByText(/^Por enviar: /)).toBeHidden();
    const [at = ''] = Object.values(await timesAtServer(page, id));
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
    await expect(counter(page)).toContainText('3 de 3 personas');
  },
);

test('before its hours the door says when it opens, and admits no party', AT_ANY_WIDTH, async ({ page }) => {
  const date = new Date(Date.now() + THREE_DAYS_MS).toISOString();
  const { id, path } = await publishWithDoor(page, ['Ana'], { date });
  await page.goto(path);
  await expect(page.getByText(/^La puerta abre el /)).toBeVisible();
  await expect(page.getByText('Ana + 2')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Llegó/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`/actividades/${id}`);
  await expect(page.getByRole('link', { name: /^Gente/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Puerta' })).toHaveCount(0);
});

/** A phone that has never opened the site, on the network of the test. */
const newPhone = async (browser: Browser, options: BrowserContextOptions, { proxy }: Network) =>
  (await browser.newContext({ ...options, proxy, serviceWorkers: 'allow' })).newPage();

const MINUTE_MS = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const arriveButton = (page: Page) => page.getByRole('button', { name: 'Ya llegué' });
const arrived = (page: Page) => page.getByRole('status').filter({ hasText: /Llegaste a las? / });

/** Opens the door's dialog with the code of the place, by keyboard, and reads the code as a camera does. */
async function readPlaceCode(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Código del lugar' });
  await enter(page.getByRole('button', { name: 'Código del lugar' }), () => expect(dialog).toBeVisible());
  const image = dialog.getByRole('img', { name: 'Código del lugar en QR' });
  await expect(image).toBeVisible();
  return new URL(await decodeShown(image)).pathname;
}

test('attendees check themselves in with the code of the place, and organisers see, undo and leave out', async ({
  page,
  browser,
  contextOptions,
  product,
  network,
  quietConsole,
}) => {
  quietConsole.expect(/404 \(Not Found\)/);
  const { id, unique } = await publishActivity(page, { date: inMinutes(40) });
  const options = { ...contextOptions, baseURL: product.url };
  await page.goto(`/tasks/${id}`);
  await page.getByText('Llegada', { exact: true }).click();
  await page.getByLabel('Que cada persona registre su propia llegada').check();
  await page.getByRole('button', { name: 'Actualizar actividad' }).click();
  await expect(page).not.toHaveURL(new RegExp(`/tasks/${id}$`));

  await page.goto(`/tasks/${id}/puerta`);
  const path = await readPlaceCode(page);
  expect(path).toMatch(/^\/estoy\/[0-9a-hj-km-np-tv-z]{26}$/);
  const dialog = page.getByRole('dialog', { name: 'Código del lugar' });
  await expectAccessible(page);
  const paper = await page.request.get(
    (await dialog.getByRole('link', { name: 'Imprimir' }).getAttribute('href')) ?? '',
  );
  expect((await paper.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await page.keyboard.press('Escape');

  // A phone that has confirmed: one press.
  const luz = await newPhone(browser, options, network);
  await confirmInBrowser(luz, id, 'Luz', `luz.${unique}@example.org`);
  await luz.goto(path);
  await expect(heading(luz, `Minga ${unique}`)).toBeVisible();
  await expect(luz.getByText('Hola, Luz.')).toBeVisible();
  await expectAccessible(luz);
  expect(await arrivedAtServer(page, id)).toEqual([]);
  await enter(arriveButton(luz), () => expect(arrived(luz)).toContainText('Luz'));
  await expectAccessible(luz);
  const row = page.getByRole('listitem').filter({ hasText: 'Luz' });
  await expect(row).toContainText('Llegó por su cuenta');
  await expectAccessible(page);

  // A phone that has not: it confirms and arrives at once.
  const rosa = await newPhone(browser, options, network);
  await rosa.goto(path);
  await expect(
    rosa.getByText('Este celular no tiene una confirmación tuya para esta actividad.'),
  ).toBeVisible();
  await expectAccessible(rosa);
  await rosa.getByRole('button', { name: 'Confirmar y registrar mi llegada' }).click();
  await rosa.getByLabel('Nombre').fill('Rosa');
  await rosa.getByRole('dialog').getByLabel('Correo electrónico').fill(`rosa.${unique}@example.org`);
  await rosa.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(arrived(rosa)).toContainText('Rosa');
  await expectAccessible(rosa);
  await expect(page.getByRole('listitem').filter({ hasText: 'Rosa' })).toContainText('Llegó por su cuenta');

  await enter(undoButton(page, 'Luz'), () =>
    expect(page.getByRole('button', { name: 'Llegó: Luz' })).toBeVisible(),
  );
  expect(await arrivedAtServer(page, id)).toEqual(['Rosa']);
  await arrives(page, 'Luz');
  await expect(undoButton(page, 'Luz')).toBeVisible();
  await expect(row).not.toContainText('por su cuenta');
  await page.goto(`/tasks/${id}/gente`);
  await expect(page.getByText('Llegó por su cuenta')).toHaveCount(1);
  await expectAccessible(page);

  // The code that a photo has shown to too many.
  await page.goto(`/tasks/${id}/puerta`);
  await readPlaceCode(page);
  await enter(dialog.getByRole('button', { name: 'Cambiar el código' }), () =>
    expect(page.getByRole('dialog', { name: 'Cambiar el código del lugar' })).toBeVisible(),
  );
  await expectAccessible(page);
  await enter(page.getByRole('button', { name: 'Cambiarlo' }), () =>
    expect(page.getByText('Cambiaste el código: cuelga el nuevo')).toBeVisible(),
  );
  const image = dialog.getByRole('img', { name: 'Código del lugar en QR' });
  const changed = new URL(await decodeShown(image)).pathname;
  expect(changed).not.toBe(path);
  const late = await newPhone(browser, options, network);
  await late.goto(path);
  await expect(heading(late, 'Este código ya no sirve')).toBeVisible();
  await expectAccessible(late);

  // A phone that does not know its person: the link of the e-mail leads back to the place.
  const email = `ines.${unique}@example.org`;
  await confirmInBrowser(await newPhone(browser, options, network), id, 'Inés', email);
  await late.goto(changed);
  await late.getByLabel('El correo con el que confirmaste').fill(email);
  await late.getByRole('button', { name: 'Enviarme el enlace' }).click();
  await expect(late.getByText(/ahí estará el botón «Ya llegué»/)).toBeVisible();
  await expectAccessible(late);
  const mail = await readEmail(late, email, 'Tu asistencia');
  await late.goto(/\/mi-asistencia\?token=[\w.-]+/.exec(mail)?.[0] ?? '');
  await enter(late.getByRole('link', { name: 'Ya llegué' }), () =>
    expect(late.getByText('Hola, Inés.')).toBeVisible(),
  );
  await enter(arriveButton(late), () => expect(arrived(late)).toContainText('Inés'));

  // Hours: those who came by themselves get none.
  await startActivity(page, id, { title: `Minga ${unique}` });
  await page.goto(`/tasks/${id}/despues`);
  const alone = page.getByRole('region', { name: 'Llegaron por su cuenta' });
  await expect(alone).toContainText('Inés, Rosa.');
  await expectAccessible(page);
  await page.getByLabel('Horas de cada persona').fill('2');
  const leaveOut = alone.getByRole('button', { name: 'Dejar sin horas a quienes llegaron por su cuenta' });
  await enter(leaveOut, () => expect(leaveOut).toHaveAttribute('aria-pressed', 'true'));
  await page.getByRole('button', { name: 'Confirmar horas' }).click();
  await expect(page.getByText(/^Listo: 1 persona tiene sus horas confirmadas/)).toBeVisible();
  await expectAccessible(page);
});

/** Confirms in the browser of the page, which then has the visitor's proof. */
async function confirmInBrowser(page: Page, taskId: string, name: string, email: string): Promise<void> {
  const response = await page.request.post('/api/attendances/confirm', { data: { taskId, name, email } });
  expect(response.status()).toBe(201);
}

// docs/rules.md R22.7
test('an arrival without a network is stored and sent, and one at the wrong hour is explained', async ({
  page,
  browser,
  contextOptions,
  product,
  network,
  quietConsole,
}) => {
  quietConsole.expect(NO_NETWORK);
  quietConsole.expect(/409 \(Conflict\)/);
  const { id, unique } = await publishActivity(page, { date: inMinutes(30), selfCheckIn: true });
  const { url } = await (await page.request.get(`/api/attendances/${id}/place-code`)).json();
  const { pathname: path } = new URL(url);
  const own = await startNetwork();
  const luz = await newPhone(browser, { ...contextOptions, baseURL: product.url }, own);
  await confirmInBrowser(luz, id, 'Luz', `luz.${unique}@example.org`);
  await luz.goto(path);
  await waitForServiceWorker(luz);
  await expect(arriveButton(luz)).toBeVisible();
  await own.lose(luz.context());
  await arriveButton(luz).click();
  await expect(luz.getByText('Guardamos tu llegada')).toBeVisible();
  await expectAccessible(luz);
  expect(await arrivedAtServer(page, id)).toEqual([]);
  // The app is closed and opened: the arrival is still there.
  await luz.reload();
  await expect(luz.getByText('Guardamos tu llegada')).toBeVisible();
  await own.restore(luz.context());
  await expect(arrived(luz)).toContainText('Luz');
  expect(await arrivedAtServer(page, id)).toEqual(['Luz']);

  const move = (minutes: number) =>
    page.request.put(`/api/tasks/${id}`, { data: { title: `Minga ${unique}`, date: inMinutes(minutes) } });
  const ines = await newPhone(browser, { ...contextOptions, baseURL: product.url }, network);
  await confirmInBrowser(ines, id, 'Inés', `ines.${unique}@example.org`);
  await ines.goto(path);
  await expect(arriveButton(ines)).toBeVisible();
  // The organiser moves the activity while the page is open.
  await move(180);
  await arriveButton(ines).click();
  await expect(ines.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect(ines.getByText(/^Todavía no: podrás registrar tu llegada desde (las?|el) /)).toBeVisible();
  await expect(arriveButton(ines)).toHaveCount(0);
  await expectAccessible(ines);
  expect(await arrivedAtServer(page, id)).toEqual(['Luz']);
  await own.stop();
});
