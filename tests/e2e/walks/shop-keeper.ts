import { type Browser, expect } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import type { Product } from '../../../scripts/product.ts';
import type { ApiClient } from '../accounts.ts';
import { readEmail } from '../mailbox.ts';
import { advanceClock, fixedClock } from '../screens/advance-clock.ts';
import { call, createMemberClient } from '../screens/api-clients.ts';
import { button, heading, link } from './by-name.ts';
import { emailCounts } from './email-counts.ts';
import type { Step } from './step.ts';
import type { Walk } from './walk.ts';
import { Walker } from './walker.ts';

const EMAIL = 'tienda@example.org';
const NAME = 'Gloria Majín';
const TITLE = 'Pintura del salón comunal';
const NEXT = 'Olla comunitaria';

/** A Tuesday, the Friday after it, and the Wednesday after the Saturday of the poster, in Popayán (UTC−5). */
const [TUESDAY, FRIDAY, WEDNESDAY] = ['2099-12-01T15:00:00Z', '2099-12-04T13:30:00Z', '2099-12-09T15:00:00Z'];
const SATURDAY = { date: '2099-12-05T13:00:00Z', endDate: '2099-12-05T17:00:00Z' };
const NEXT_SATURDAY = { date: '2099-12-12T16:00:00Z', endDate: '2099-12-12T20:00:00Z' };

/** Two weeks of a shop-keeper who knows only the poster on the wall of the shop. */
export const shopKeeper: Walk = {
  name: 'shop-keeper',
  title: 'A shop-keeper',
  settings: fixedClock(TUESDAY, FRIDAY, WEDNESDAY),
  devices: ['phone'],
  take,
};

async function take(browser: Browser, product: Product): Promise<Step[]> {
  const nubia = await createMemberClient(product.url, {
    username: 'Nubia Chantre',
    email: 'nubia@example.org',
    password: 'maíz-y-café',
  });
  const poster = await hangPoster(nubia);
  const walker = await Walker.start(browser, 'phone', product.url);
  await walker.context.clock.setFixedTime(TUESDAY);
  await signUp(walker, poster);
  await advanceClock(product, FRIDAY);
  await walker.context.clock.setFixedTime(FRIDAY);
  await changeMind(walker);
  await advanceClock(product, WEDNESDAY);
  await walker.context.clock.setFixedTime(WEDNESDAY);
  await comeBack(walker, poster);
  await readEmail(walker.page, EMAIL, 'Vas a una actividad · sáb 12');
  process.stderr.write(await emailCounts(walker.page));
  await walker.stop();
  return walker.steps;
}

/** The collective's poster of a Saturday, and another activity a week later. Returns the path in the QR code of the poster. */
async function hangPoster(nubia: ApiClient): Promise<string> {
  await call(nubia, 'POST', '/collectives', { name: 'Junta La Esmeralda', place: 'Popayán' });
  const collective = await nubia.request.get('/api/collectives/junta-la-esmeralda');
  const common = { collectiveId: (await collective.json())._id, place: 'Salón comunal La Esmeralda' };
  const { _id: id } = (await call(nubia, 'POST', '/tasks', {
    ...common,
    ...SATURDAY,
    title: TITLE,
    description: 'Pintamos el salón entre todos. Hay brochas; trae ropa que se pueda manchar.',
    location: { latitude: 2.4389, longitude: -76.617 },
  })) as { _id: string };
  await call(nubia, 'POST', '/tasks', { ...common, ...NEXT_SATURDAY, title: NEXT });
  const picture = await (await nubia.request.get(`/api/tasks/${id}/poster.png`)).body();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const image = { width: info.width, height: info.height, data };
  return new URL(decodeQR(image, { effort: Infinity, timeLimit: Infinity })).pathname;
}

async function signUp(walker: Walker, poster: string): Promise<void> {
  const { page } = walker;
  await walker.step('Scans the poster', async () => {
    await walker.open(poster);
    await walker.see(heading(page, TITLE));
  });
  await walker.step('Signs up without an account', async () => {
    await walker.press(button(page, 'Asistir a actividad'));
    const dialog = page.getByRole('dialog');
    await walker.type(dialog.getByLabel('Nombre'), NAME);
    await walker.type(dialog.getByLabel('Correo electrónico'), EMAIL);
    await walker.press(dialog.getByRole('button', { name: 'Confirmar' }));
    await walker.see(page.getByText('Vas a asistir'));
  });
  await walker.step('Adds it to the calendar of the phone', async () => {
    const download = page.waitForEvent('download');
    await walker.press(link(page, 'Agregar al calendario'));
    expect((await download).suggestedFilename()).toMatch(/\.ics$/);
  });
  await walker.step('Shares it with a neighbour', async () => {
    const chat = walker.context.waitForEvent('page');
    await walker.press(button(page, 'Compartir por WhatsApp'));
    await (await chat).close();
  });
}

async function changeMind(walker: Walker): Promise<void> {
  const { page } = walker;
  const reminder = (await readEmail(page, EMAIL, 'Recordatorio de una actividad')).replaceAll('&amp;', '&');
  const url = /https?:\/\/[^"\s<]*mi-asistencia[^"\s<]*/.exec(reminder)?.[0] ?? '';
  await walker.step('Opens the reminder the day before and cancels', async () => {
    await walker.open(url);
    await walker.press(button(page, 'Cancelar Asistencia'));
    await walker.press(button(page, 'Sí, cancelar'));
    await walker.see(heading(page, 'Asistencia cancelada'));
  });
}

async function comeBack(walker: Walker, poster: string): Promise<void> {
  const { page } = walker;
  await walker.step('Scans the same poster a week later', async () => {
    await walker.open(poster);
    await walker.see(page.getByText('Ya pasó'));
  });
  await walker.step('Finds what comes next and signs up', async () => {
    await walker.press(link(page, 'Lo que viene'));
    await walker.press(page.getByRole('listitem').filter({ hasText: NEXT }).first().getByRole('link'));
    await walker.press(button(page, 'Asistir a actividad'));
    await walker.press(page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }));
    await walker.see(page.getByText('Vas a asistir'));
  });
}
