import { type Browser, expect } from '@playwright/test';
import type { Product } from '../../../scripts/product.ts';
import { readEmail } from '../mailbox.ts';
import { advanceClock, fixedClock } from '../screens/advance-clock.ts';
import { drawnPicture } from '../screens/drawn-picture.ts';
import { button, heading, link } from './by-name.ts';
import type { Device } from './device.ts';
import { emailCounts } from './email-counts.ts';
import { attachFile, markRadio } from './fields.ts';
import { acceptInvitation, createOrganiser, signUpNeighbours, team } from './organiser-setup.ts';
import { publishSeries } from './publish-series.ts';
import type { Step } from './step.ts';
import type { Walk } from './walk.ts';
import { Walker } from './walker.ts';

/** A Tuesday, the evening of the Friday, the Saturday before and after the activity, and the Sunday, in Popayán (UTC−5). */
const [TUESDAY, FRIDAY, SATURDAY, NOON, SUNDAY] = [
  '2099-12-01T15:00:00Z',
  '2099-12-04T23:00:00Z',
  '2099-12-05T13:30:00Z',
  '2099-12-05T17:30:00Z',
  '2099-12-06T15:00:00Z',
];
const COLLECTIVE = 'Guardianas del río';
const TITLE = 'Huerta comunitaria';

/** An organiser starts a collective and holds the first Saturday of a series. */
export const organiserWalk: Walk = {
  name: 'organiser',
  title: 'An organiser',
  settings: fixedClock(TUESDAY, FRIDAY, SATURDAY, NOON, SUNDAY),
  take,
};

async function take(browser: Browser, product: Product, device: Device): Promise<Step[]> {
  const organiser = await createOrganiser(product);
  const walker = await Walker.start(browser, device, product.url);
  const setTime = async (time: string) => {
    await walker.context.clock.setFixedTime(time);
    if (time !== TUESDAY) await advanceClock(product, time);
  };
  await setTime(TUESDAY);
  const picture = await drawnPicture('trees', 1);
  await walker.step('Signs in', () => signIn(walker));
  await walker.step('Starts a collective', () => startCollective(walker));
  await walker.step('Publishes Saturdays with shifts and things', () => publishSeries(walker, TITLE));
  await walker.step('Invites a second organiser', () => inviteOrganiser(walker));
  await acceptInvitation(product, team.second, 'Te invitan a un colectivo');
  await walker.step('Invites a door keeper', () => inviteKeeper(walker));
  await acceptInvitation(product, team.keeper, 'Te invitan a recibir en la puerta de una actividad');
  await signUpNeighbours(product, organiser);
  await setTime(FRIDAY);
  await walker.step('Sends a message', () => sendMessage(walker));
  await setTime(SATURDAY);
  await walker.step('Opens the door', () => openDoor(walker));
  await walker.setOnline(false);
  await walker.step('Admits people without a network', () => admit(walker));
  await walker.setOnline(true);
  await walker.step('Is online again', () =>
    expect(walker.page.getByText(/^Por enviar: /)).toBeHidden({ timeout: 60_000 }),
  );
  await setTime(NOON);
  await walker.step('Confirms hours', () => confirmHours(walker));
  await walker.step('Writes the memory', () => writeMemory(walker, picture));
  await setTime(SUNDAY);
  await readEmail(organiser, 'ana@example.org', '¿Cómo te fue?');
  process.stderr.write(await emailCounts(organiser));
  await walker.stop();
  return walker.steps;
}

async function signIn(walker: Walker): Promise<void> {
  const { page } = walker;
  await walker.open('/');
  await walker.press(link(page, 'Iniciar sesión').first());
  await walker.type(page.getByLabel('Correo electrónico'), team.organiser.email);
  await walker.type(page.getByLabel('Contraseña', { exact: true }), team.organiser.password);
  await walker.pressKey('Enter');
  await walker.see(heading(page, /Mis Actividades/));
}

const openCollectives = (walker: Walker): Promise<void> =>
  walker.press(link(walker.page, 'Colectivos').filter({ visible: true }).first());

async function startCollective(walker: Walker): Promise<void> {
  const { page } = walker;
  await openCollectives(walker);
  await walker.see(heading(page, 'Colectivos'));
  await walker.press(link(page, 'Crear colectivo').first());
  await walker.type(page.getByLabel('Nombre'), COLLECTIVE);
  await walker.type(page.getByLabel('Quiénes son y qué hacen'), 'Cuidamos la ronda del río Molino.');
  await walker.press(button(page, 'Crear colectivo'));
  await walker.see(heading(page, COLLECTIVE));
}

async function invite(walker: Walker, email: string, role: RegExp): Promise<void> {
  const { page } = walker;
  await walker.press(button(page, 'Invitar a alguien'));
  const dialog = page.getByRole('dialog');
  await walker.type(dialog.getByLabel('Correo electrónico'), email);
  const choice = dialog.getByRole('radio', { name: role });
  if (!(await choice.isChecked())) await markRadio(walker, choice);
  await walker.press(button(dialog, 'Enviar invitación'));
  await walker.see(page.getByText(`Enviamos la invitación a ${email}`));
}

async function inviteOrganiser(walker: Walker): Promise<void> {
  const { page } = walker;
  await openCollectives(walker);
  await walker.press(link(page, COLLECTIVE).first());
  await walker.press(link(page, 'Ver el equipo'));
  await invite(walker, team.second.email, /^Organiza/);
}

/** Those who receive at the door of this activity, not of all of the collective. */
async function inviteKeeper(walker: Walker): Promise<void> {
  const { page } = walker;
  await openActivity(walker);
  await walker.press(button(page, 'Más acciones'));
  await walker.press(link(page, 'Equipo'));
  await invite(walker, team.keeper.email, /^Recibe en la puerta/);
}

/** The place of the own activities: of the landing page and wide screens, or of a phone's tab bar. */
const OWN = /^(Mis actividades|Lo mío)$/;

async function openActivity(walker: Walker): Promise<void> {
  const { page } = walker;
  await walker.press(link(page, OWN).filter({ visible: true }).first());
  const card = page.getByRole('article', { name: TITLE }).filter({ hasText: ' 5 de diciembre' });
  await walker.press(card.getByRole('link', { name: TITLE }));
  await walker.see(heading(page, TITLE));
}

async function sendMessage(walker: Walker): Promise<void> {
  const { page } = walker;
  await walker.open('/');
  await openActivity(walker);
  await walker.press(link(page, 'Mensaje'));
  await walker.type(page.getByLabel('Asunto'), 'Nos vemos mañana');
  await walker.type(
    page.getByLabel('Mensaje', { exact: true }),
    'Traigan gorra y agua. Empezamos a las nueve.',
  );
  await walker.press(button(page, 'Ver cómo llega'));
  await walker.press(button(page, /^Enviar a \d+ personas/));
  await walker.see(page.getByText(/^Listo: le llegará a/));
}

async function openDoor(walker: Walker): Promise<void> {
  const { page } = walker;
  await walker.open('/');
  await openActivity(walker);
  await walker.press(link(page, 'Puerta'));
  await walker.see(page.getByText('Lista para usar sin internet en este dispositivo.'));
}

async function admit(walker: Walker): Promise<void> {
  const { page } = walker;
  await walker.press(button(page, /^Llegó: Ana/));
  await walker.press(button(page, /^Llegó: Benjamín/));
  await walker.press(button(page, /^Llegó: Carmen/));
  await walker.press(button(page, 'Llegó sin confirmar'));
  await walker.type(page.getByRole('dialog').getByLabel('Nombre'), 'Don Efraín');
  await walker.pressKey('Enter');
  await walker.see(page.getByText('Por enviar: 4'));
}

async function confirmHours(walker: Walker): Promise<void> {
  const { page } = walker;
  await walker.open('/');
  await openActivity(walker);
  await walker.press(link(page, 'Después'));
  await walker.press(button(page, 'Confirmar horas'));
  await walker.see(page.getByText(/tienen sus horas confirmadas/));
}

async function writeMemory(walker: Walker, picture: Awaited<ReturnType<typeof drawnPicture>>): Promise<void> {
  const { page } = walker;
  await walker.type(page.getByLabel('Qué hicimos'), 'Sembramos 40 matas de maíz y comimos sancocho.');
  await attachFile(walker, page.getByLabel('Agregar fotos'), picture);
  await walker.press(button(page, 'Guardar la memoria'));
  await walker.see(page.getByText(/^Memoria guardada/));
}
