import type { Page } from '@playwright/test';
import { dayAt } from './fixed-times.ts';
import { stubError, stubPending, stubResponse } from './network-stubs.ts';
import type { Screen } from './screen.ts';
import type { SiteFixture } from './site-fixture.ts';

const people = ({ own }: SiteFixture) => `/tasks/${own.planting}/gente`;
const IMPORT = 'POST /attendances/*/import';
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name }).click();

/** With each outcome: the stubbed response has one for each line. */
const LIST = [
  'Lista para la siembra',
  '1. Doña Rosa Elvira Yalanda 300 123 4567',
  '2. Luis Mera - luis.mera@example.org',
  '3. Ana Lucía Paz <ana.paz@example>',
  '4. Don Efraín Tombé y 2 acompañantes',
  '5. Hermenegildo Cuchimbaquilindo de la vereda Quintana 315 777 8899',
  '6. Wilmer Guetio',
  '7. Marleny Ñáñez - marleny@example.org',
].join('\n');

const id = (number: number) => `0199eeee-0000-7000-8000-${String(number).padStart(12, '0')}`;
const outcome = (index: number, result: string, more: object = {}) => ({
  index,
  result,
  mailed: false,
  ...more,
  ...(result === 'added' && { attendanceId: id(index) }),
});
const reply = {
  results: [
    outcome(0, 'added'),
    outcome(1, 'added', { mailed: true }),
    outcome(2, 'invalid', { message: 'Correo electrónico no válido' }),
    outcome(3, 'added'),
    outcome(4, 'full', { message: 'Ya no hay cupos para esta persona' }),
    outcome(5, 'already', { message: 'Ya está en la lista' }),
    outcome(6, 'added', { mailed: true }),
  ],
  added: 4,
  already: 1,
  full: 1,
  invalid: 1,
  mailed: 2,
};
const stubImport = (page: Page) => stubResponse(page, IMPORT, reply);

const listed = [
  ['Doña Rosa Elvira Yalanda', '+573001234567'],
  ['Luis Mera', ''],
  ['', ''],
  ['Don Efraín Tombé', ''],
].map(([name, phone], index) => ({
  _id: id(index),
  task: id(99),
  taskId: id(99),
  name,
  email: '',
  phone,
  answers: [],
  claims: [],
  companions: 0,
  status: 'confirmed',
  position: null,
  offerExpiresAt: null,
  askedAgainAt: null,
  reconfirmed: null,
  code: null,
  checkedInAt: null,
  checkedInBy: null,
  hours: null,
  createdAt: dayAt(-1, 8),
}));

/** A phone has the button in a menu. */
async function openBring(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Traer una lista' });
  await page.getByRole('row').nth(1).waitFor();
  const menu = page.getByRole('button', { name: 'Más acciones' });
  if (await menu.isVisible()) await menu.click();
  await button.click();
}

async function paste(page: Page): Promise<void> {
  await openBring(page);
  await page.getByLabel('Tu lista').fill(LIST);
}

async function read(page: Page): Promise<void> {
  await paste(page);
  await press(page, 'Revisar la lista');
}

/** Bringing a list of people. */
export const bringScreens: readonly Screen[] = [
  {
    name: 'people-menu',
    viewer: 'owner',
    only: 'phone',
    path: people,
    interact: async page => {
      await page.getByRole('row').nth(1).waitFor();
      await page.getByRole('button', { name: 'Más acciones' }).click();
    },
    shows: 'Planilla para firmar',
  },
  {
    name: 'bring',
    viewer: 'owner',
    path: people,
    interact: openBring,
    shows: { dialog: 'Traer una lista' },
  },
  {
    name: 'bring-pasted',
    viewer: 'owner',
    path: people,
    interact: paste,
    shows: { dialog: 'Traer una lista' },
  },
  {
    name: 'bring-none',
    viewer: 'owner',
    path: people,
    interact: async page => {
      await openBring(page);
      await press(page, 'Revisar la lista');
    },
    shows: /^No encontramos personas/,
  },
  {
    name: 'bring-reading',
    viewer: 'owner',
    path: people,
    stub: page => stubPending(page, IMPORT),
    interact: read,
    shows: 'Revisando a 7 personas…',
  },
  {
    name: 'bring-read',
    viewer: 'owner',
    path: people,
    stub: stubImport,
    interact: read,
    shows: /^Se agregan 4/,
  },
  {
    name: 'bring-correct',
    viewer: 'owner',
    path: people,
    stub: stubImport,
    interact: async page => {
      await read(page);
      await press(page, 'Corregir: Ana Lucía Paz');
    },
    shows: 'Listo',
  },
  {
    name: 'bring-error',
    viewer: 'owner',
    path: people,
    stub: page => stubError(page, IMPORT),
    interact: read,
    shows: /^Demasiados intentos/,
  },
  {
    name: 'bring-result',
    viewer: 'owner',
    path: people,
    stub: stubImport,
    interact: async page => {
      await read(page);
      await stubResponse(page, 'GET /attendances/*', listed);
      await press(page, 'Agregar a 4 personas');
      await page.getByRole('link', { name: /^Contarle por WhatsApp/ }).waitFor();
    },
    shows: 'Agregaste a 4 personas',
  },
];

const REFUSAL = '/mi-asistencia?token=no-fui-yo.enlace-de-muestra';
const addition = {
  title: 'Siembra de árboles nativos en el nacimiento de agua',
  date: dayAt(4, 8),
  refused: false,
};

/** The page behind «No fui yo, quítame» in the e-mail to a person of such a list. */
export const refusalScreens: readonly Screen[] = [
  {
    name: 'refuse-addition',
    viewer: 'visitor',
    path: REFUSAL,
    stub: page => stubResponse(page, 'POST /attendances/addition', addition),
    shows: '¿Salir de esta lista?',
  },
  {
    name: 'refuse-addition-done',
    viewer: 'visitor',
    path: REFUSAL,
    stub: page => stubResponse(page, 'POST /attendances/addition', { ...addition, refused: true }),
    shows: 'Ya no estás en la lista',
  },
  {
    name: 'refuse-addition-error',
    viewer: 'visitor',
    path: REFUSAL,
    stub: page => stubError(page, 'POST /attendances/addition'),
    shows: /^Demasiados intentos/,
  },
  { name: 'refuse-addition-bad', viewer: 'visitor', path: REFUSAL, shows: 'Este enlace ya no sirve' },
];
