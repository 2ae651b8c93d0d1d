import type { Browser, Page } from '@playwright/test';
import type { Product } from '../../scripts/product.ts';
import { createAccount } from './accounts.ts';
import { decodeShown } from './decode-qr.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { followLink, openEmail } from './mailbox.ts';
import { advanceClock, fixedClock } from './screens/advance-clock.ts';

const DATE = '2099-12-05T14:00:00Z';
const [PUBLISHED, DAY_BEFORE, OPEN] = [
  '2099-12-01T15:00:00Z',
  '2099-12-04T15:00:00Z',
  '2099-12-05T13:30:00Z',
];
const nubia = { username: 'Nubia', email: 'nubia@example.org', password: 'maíz-y-café' };

// The test advances the clock of its product.
test.use({ ownProduct: fixedClock(PUBLISHED, DAY_BEFORE, OPEN) });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const ownCode = (page: Page) => page.getByRole('img', { name: 'Código de llegada de Luz en QR' });
const shownCode = (page: Page) => page.getByRole('img', { name: 'Código de llegada en QR' });
const newPage = async (browser: Browser, { url }: Product) =>
  (await browser.newContext({ baseURL: url })).newPage();

/** A visitor signs up in the browser and opens the link of the e-mail. */
async function signUp(page: Page, id: string): Promise<Page> {
  await page.goto(`/actividades/${id}`);
  await page.getByRole('button', { name: 'Asistir a actividad' }).click();
  await page.getByLabel('Nombre').fill('Luz');
  await page.getByLabel('Correo electrónico').fill('luz@example.org');
  await expect(page.getByLabel('Recordarme un día antes por correo')).toBeChecked();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Vas a asistir')).toBeVisible();
  await openEmail(page, 'luz@example.org', 'Vas a una actividad');
  return followLink(page, 'mi-asistencia');
}

test('a visitor shows the code of the personal link or the reminder, and the door checks the person in with it', async ({
  page,
  browser,
  product,
  quietConsole,
}) => {
  quietConsole.expect(/status of (404|409)/);
  await createAccount(page, nubia);
  const published = await page.request.post('/api/tasks', {
    data: { title: 'Olla comunitaria', date: DATE, companionsMax: 2 },
  });
  const { _id: id } = await published.json();

  const luz = await signUp(await newPage(browser, product), id);
  await expect(heading(luz, 'Olla comunitaria')).toBeVisible();
  // A low phone shows the whole code, the one to say, and the button in its first screen.
  await luz.setViewportSize({ width: 360, height: 640 });
  const bar = await luz.locator('nav').last().boundingBox();
  const floor = bar === null || bar.y < 320 ? 640 : bar.y;
  const spoken = luz.getByRole('figure').getByRole('code');
  await expect(spoken).toHaveText(/^\s*[0-9A-Z]{3}\s*[0-9A-Z]{3}\s*$/);
  for (const part of [ownCode(luz), spoken, luz.getByRole('button', { name: 'Cancelar Asistencia' })]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(0);
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(floor);
  }
  await expectAccessible(luz);
  const address = await decodeShown(ownCode(luz));
  expect(address).toMatch(/\/llegada\/[\w-]{22}$/);
  expect(new URL(address).origin).toBe(new URL(luz.url()).origin);

  await advanceClock(product, DAY_BEFORE);
  await luz.reload();
  expect(await decodeShown(ownCode(luz))).toBe(address);

  const mail = await newPage(browser, product);
  await openEmail(mail, 'luz@example.org', 'Recordatorio');
  const message = mail.frameLocator('iframe');
  const image = message.getByRole('img', { name: 'Tu código de llegada en QR' });
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  expect(await decodeShown(image)).toBe(address);
  await expect(message.getByRole('link', { name: 'Abre tu código de llegada' })).toHaveAttribute(
    'href',
    address,
  );
  await expect(mail.locator('pre').getByRole('link', { name: address })).toBeVisible();

  // Anybody without the right sees the code, whether it exists or not.
  const unknown = address.replace(/[\w-]{22}$/, 'A'.repeat(22));
  const stranger = await newPage(browser, product);
  const calls: string[] = [];
  stranger.on('request', request => calls.push(request.url()));
  for (const url of [address, unknown]) {
    await stranger.goto(url);
    await expect(heading(stranger, 'Este es un código de llegada')).toBeVisible();
    expect(await decodeShown(shownCode(stranger))).toBe(url);
    await expectAccessible(stranger);
  }
  expect(calls.filter(url => url.includes('arrivals'))).toEqual([]);
  await stranger.goto('/llegada/nada');
  await expect(heading(stranger, 'Este código no es válido')).toBeVisible();
  await expectAccessible(stranger);
  await createAccount(stranger, { ...nubia, username: 'Ajeno', email: 'ajeno@example.org' });
  await stranger.goto(address);
  await expect(stranger.getByText('Entra con la cuenta que está en el equipo')).toBeVisible();
  expect(await decodeShown(shownCode(stranger))).toBe(address);

  // The door finds the person by what it hears.
  const heard = (await spoken.innerText()).replace(/\s/g, '').toLowerCase();
  await page.goto(`/tasks/${id}/puerta`);
  await page.getByLabel(/^Buscar por nombre/).fill(heard);
  await expect(page.getByText('1 resultado')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Personas' })).toContainText('Luz');

  // An organiser signs in from the page and comes back to it.
  const door = await newPage(browser, product);
  await door.goto(address);
  await door.getByRole('link', { name: 'Recibo en la puerta: iniciar sesión' }).click();
  await door.getByLabel('Correo electrónico').fill(nubia.email);
  await door.getByLabel('Contraseña', { exact: true }).fill(nubia.password);
  await door.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(heading(door, 'Luz')).toBeVisible();
  await expect(door).toHaveURL(address);
  await expectAccessible(door);
  const register = door.getByRole('button', { name: 'Registrar llegada' });
  await register.click();
  await expect(door.getByText(/^Las llegadas se registran desde 12 horas antes/)).toBeVisible();

  await advanceClock(product, OPEN);
  await register.press('Enter');
  await expect(door.getByText(/^Llegada registrada a las 8:30/)).toBeVisible();
  await expect(register).toBeHidden();
  await expectAccessible(door);
  await door.reload();
  await expect(door.getByText(/^Ya llegó: se registró a las 8:30/)).toBeVisible();
  await expect(register).toBeHidden();
  await luz.reload();
  await expect(luz.getByText(/^Llegaste a las 8:30/)).toBeVisible();
});
