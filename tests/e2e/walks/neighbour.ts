import type { Browser, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Product } from '../../../scripts/product.ts';
import { decodeShown } from '../decode-qr.ts';
import { readEmail } from '../mailbox.ts';
import { advanceClock, fixedClock } from '../screens/advance-clock.ts';
import type { Device } from './device.ts';
import { emailCounts } from './email-counts.ts';
import { type Community, HOME, settle } from './neighbour-community.ts';
import { times } from './neighbour-times.ts';
import type { Step } from './step.ts';
import type { Walk } from './walk.ts';
import { Walker } from './walker.ts';

const EMAIL = 'marleny@example.org';
const NAME = 'Marleny Ñáñez';
const PASSWORD = 'arrayán-y-sauce';
/** On cards of a search near a position. */
const DISTANCE = /· [\d,]+ km/;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first();

/** Three weeks of a person who has never heard of Minga and gets a link by WhatsApp. */
export const neighbour: Walk = {
  name: 'neighbour',
  title: 'A neighbour',
  settings: fixedClock(
    times.published,
    times.asked,
    times.arrives,
    times.finished,
    times.dayAfter,
    times.weekAfter,
  ),
  take: takeWalk,
};

async function takeWalk(browser: Browser, product: Product, device: Device): Promise<Step[]> {
  const community = await settle(product);
  const walker = await Walker.start(browser, device, product.url);
  await walker.context.grantPermissions(['geolocation'], { origin: product.url });
  await walker.context.setGeolocation(HOME);
  await signUp(walker, community);
  await beThere(walker, product, community);
  await lookBack(walker, product);
  await comeAgain(walker, product);
  await readEmail(walker.page, EMAIL, 'Vas: ');
  process.stderr.write(await emailCounts(walker.page));
  await walker.stop();
  return walker.steps;
}

/** The link of an e-mail that the person has got. */
async function linkIn({ page }: Walker, subject: string, pattern: RegExp): Promise<string> {
  const html = (await readEmail(page, EMAIL, subject)).replaceAll('&amp;', '&');
  const url = [...html.matchAll(/https?:\/\/[^"&<\s]+/g)]
    .map(([found]) => found)
    .find(found => pattern.test(found));
  if (url === undefined) throw new Error(`no link ${pattern} in '${subject}'`);
  return url;
}

async function signUp(walker: Walker, { activityId }: Community): Promise<void> {
  const { page } = walker;
  await walker.step('Opens the link that came by WhatsApp', async () => {
    await walker.open(`/actividades/${activityId}`);
    await walker.see(button(page, 'Asistir a actividad'));
  });
  await walker.step('Signs up with a companion and a task; the network goes', async () => {
    await walker.press(button(page, 'Asistir a actividad'));
    const dialog = page.getByRole('dialog');
    await walker.type(dialog.getByLabel('Nombre'), NAME);
    await walker.type(dialog.getByLabel('Correo electrónico'), EMAIL);
    await walker.choose(dialog.getByLabel('¿Cuántas personas van contigo?'), '1');
    await walker.press(dialog.getByRole('button', { name: 'Siguiente' }));
    await walker.choose(dialog.getByLabel('Cocinar el sancocho'), '1');
    await walker.setOnline(false);
    await walker.press(dialog.getByRole('button', { name: 'Confirmar' }));
    await walker.see(page.getByText('Por enviar: se envía sola cuando haya internet'));
  });
  await walker.step('The network is back', async () => {
    await walker.setOnline(true);
    await walker.see(page.getByText('Vas a asistir: tienes cupo'));
  });
}

async function beThere(walker: Walker, product: Product, community: Community): Promise<void> {
  const { page } = walker;
  await advanceClock(product, times.asked);
  const question = await linkIn(walker, '¿Sigues viniendo?', /mi-asistencia/);
  await walker.step('Is asked the day before: yes', async () => {
    await walker.open(question);
    await walker.press(button(page, 'Sí, voy'));
    await walker.see(page.getByText('¡Gracias por responder!'));
  });
  await advanceClock(product, times.arrives);
  await walker.step('Shows the QR at the door', async () => {
    await walker.open(question);
    await walker.see(page.getByRole('img', { name: /^Código de llegada/ }));
  });
  const code = await decodeShown(page.getByRole('img', { name: /^Código de llegada/ }));
  await community.admit(code.slice(code.lastIndexOf('/') + 1));
  await advanceClock(product, times.finished);
  await community.finish();
}

async function lookBack(walker: Walker, product: Product): Promise<void> {
  const { page } = walker;
  const thanks = await linkIn(walker, 'Mensaje de quien organizó', /actividades\/[\w-]+$/);
  await walker.step('Reads the thanks and what was done', async () => {
    await walker.open(thanks);
    await walker.see(page.getByText('Fuimos 42 personas'));
  });
  const certificate = await linkIn(walker, 'Mensaje de quien organizó', /mi-asistencia/);
  await walker.step('Downloads the certificate', async () => {
    await walker.open(certificate);
    const download = page.waitForEvent('download');
    await walker.press(button(page, 'Constancia (PDF)'));
    expect((await download).suggestedFilename()).toMatch(/^constancia-/);
  });
  await advanceClock(product, times.dayAfter);
  const feedback = await linkIn(walker, '¿Cómo te fue?', /mi-asistencia/);
  await walker.step('Says how it was', async () => {
    await walker.open(feedback);
    await walker.press(page.getByRole('radio', { name: 'Me encantó' }), 'Space');
    await walker.press(button(page, 'Enviar'));
    await walker.see(page.getByRole('heading', { name: 'Gracias por contarnos' }));
  });
}

async function comeAgain(walker: Walker, product: Product): Promise<void> {
  const { page } = walker;
  await walker.step('Presses «Seguir» on the page of the collective', async () => {
    await walker.press(link(page, 'Ver el colectivo'));
    await walker.press(link(page, 'Seguir'));
    await walker.see(page.getByRole('heading', { name: 'Iniciar sesión' }));
  });
  await walker.step('Creates an account', async () => {
    await walker.press(link(page, 'Crea una'));
    await walker.type(page.getByLabel('Nombre de usuario'), NAME);
    await walker.type(page.getByLabel('Correo electrónico'), EMAIL);
    await walker.type(page.getByLabel('Teléfono'), '3001234567');
    await walker.type(page.getByLabel('Contraseña', { exact: true }), PASSWORD);
    await walker.type(page.getByLabel('Confirmar contraseña'), PASSWORD);
    await walker.press(button(page, 'Crear cuenta'));
    await walker.see(page.getByText('Te escribimos a'));
  });
  const verification = await linkIn(walker, 'Verifica tu correo', /verify-email/);
  await walker.step('Opens the link of the e-mail and follows', async () => {
    await walker.open(verification);
    await walker.press(button(page, 'Verificar mi correo'));
    await walker.press(link(page, 'Continuar'));
    await walker.press(button(page, 'Seguir'));
    await walker.see(button(page, 'Dejar de seguir'));
  });
  await advanceClock(product, times.weekAfter);
  await walker.step('Finds the next one near home', async () => {
    await walker.press(link(page, 'Agenda'));
    await walker.press(button(page, 'Cerca de mí'));
    await walker.see(page.getByRole('button', { name: 'Cerca de mí', pressed: true }));
    await walker.see(page.getByRole('listitem').filter({ hasText: DISTANCE }));
  });
  await walker.step('Signs up', async () => {
    if (walker.device === 'desk') await walker.press(link(page, 'Saltar a los resultados'));
    await walker.press(page.getByRole('listitem').filter({ hasText: DISTANCE }).first().getByRole('link'));
    await walker.press(button(page, 'Asistir a actividad'));
    const dialog = page.getByRole('dialog');
    await walker.press(dialog.getByRole('button', { name: 'Siguiente' }));
    await walker.press(dialog.getByRole('button', { name: 'Confirmar' }));
    await walker.see(page.getByText('Vas a asistir'));
  });
}
