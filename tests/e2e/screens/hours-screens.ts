import type { Page } from '@playwright/test';
import { dayAt } from './fixed-times.ts';
import { stubError, stubPending, stubResponse } from './network-stubs.ts';
import type { Screen } from './screen.ts';
import type { SiteFixture } from './site-fixture.ts';

const id = (number: number) => `0199dddd-0000-7000-8000-${String(number).padStart(12, '0')}`;
const after = ({ past }: SiteFixture) => `/tasks/${past[0]}/despues`;

const helped = [
  ['Siembra de árboles nativos en el nacimiento de agua', dayAt(-30, 8), 'Cerro de la Eme', 4.5],
  ['Merienda para estudiantes', dayAt(-60, 9), 'Escuela La Pamba', 2],
  ['Encuentro intercomunitario de autorreconocimiento y agroecología', dayAt(-400, 9), '', 24],
] as const;
const items = helped.map(([title, date, place, hours], index) => ({
  _id: id(index),
  taskId: id(index),
  title,
  date,
  endDate: null,
  place,
  hours,
  collective: index === 0 ? 'Guardianes del Río Molino' : null,
  checkedInAt: date,
}));

const NAMES = [
  'Ana María Hurtado',
  'Don Efraín',
  'Hermenegildo Cuchimbaquilindo',
  'Luz Dary',
  'Marleny Ñáñez',
  'Rosa',
];
const people = NAMES.map((name, index) => ({
  _id: id(index),
  task: id(99),
  taskId: id(99),
  name,
  email: '',
  phone: '',
  answers: [],
  claims: [],
  companions: index === 1 ? 2 : 0,
  status: 'confirmed',
  position: null,
  offerExpiresAt: null,
  askedAgainAt: null,
  reconfirmed: null,
  code: null,
  checkedInAt: dayAt(-10, 8),
  hours: index === 2 ? 1.5 : 3,
  createdAt: dayAt(-20, 8),
}));

async function stubArrivals(page: Page): Promise<void> {
  await stubResponse(page, 'GET /attendances/*', people);
  const certificate = { attendanceId: id(0), number: 'K7MN-2RTX-9QWE', issuedAt: dayAt(-9, 8) };
  await stubResponse(page, 'GET /attendances/*/certificates', [certificate]);
}
const openFold = (page: Page) => page.getByText('Persona por persona').click();

const certificate = {
  number: 'K7MN-2RTX-9QWE',
  issuedAt: dayAt(-9, 8),
  revokedAt: null,
  name: 'Marleny Ñáñez',
  hours: 4.5,
  period: null,
  activities: items.slice(0, 1),
};
const NUMBER = '/constancia/K7MN-2RTX-9QWE';

const CONTACT = 'habla con quien administra Minga: escribe a hola@minga.example o llama al 602 555 0101.';
const ASK = 'Si crees que es un error, pregúntale a quien organizó la actividad';
/** A loss by each kind of act: the organiser can be asked, either one, or administrators only. */
const withdrawn = [
  {
    title: 'Siembra de árboles nativos en el nacimiento de agua',
    hours: 1.5,
    remainingHours: 4.5,
    reason: 'corrected',
    taskId: id(0),
    advice: `${ASK}.`,
  },
  {
    title: 'Merienda para estudiantes',
    hours: 2,
    reason: 'removed',
    taskId: id(1),
    advice: `${ASK} o ${CONTACT}`,
  },
  {
    title: 'Recolección de abrigos',
    hours: 3,
    reason: 'rejected',
    advice: `Si crees que es un error, ${CONTACT}`,
  },
  {
    title: 'Encuentro intercomunitario de autorreconocimiento y agroecología',
    hours: 24,
    reason: 'check-in-undone',
    advice: `La actividad ya no tiene página ni a quién preguntarle. Si crees que es un error, ${CONTACT}`,
  },
].map((row, index) => ({
  ...row,
  _id: id(10 + index),
  date: dayAt(-40 - index, 8),
  withdrawnAt: dayAt(-2, 8),
}));
/** One whose activity was deleted and one that is in review. */
const kept = items.map((item, index) => ({
  ...item,
  ...(index === 1 && { isDeleted: true }),
  ...(index === 2 && { isInReview: true }),
}));

/** Hours and their certificates. */
export const hoursScreens: readonly Screen[] = [
  {
    name: 'hours',
    viewer: 'user',
    path: '/mis-horas',
    stub: page => stubResponse(page, 'GET /attendances/mis-horas', { total: 30.5, count: 3, items }),
    interact: page => page.getByText('Una sola constancia de varias actividades').click(),
    shows: '30 horas y 30 minutos',
  },
  {
    name: 'hours-withdrawn',
    viewer: 'user',
    path: '/mis-horas',
    stub: page =>
      stubResponse(page, 'GET /attendances/mis-horas', { total: 30.5, count: 3, items: kept, withdrawn }),
    shows: 'Horas que ya no cuentan',
  },
  {
    name: 'hours-withdrawn-all',
    viewer: 'user',
    path: '/mis-horas',
    stub: page =>
      stubResponse(page, 'GET /attendances/mis-horas', {
        total: 0,
        count: 0,
        items: [],
        withdrawn: withdrawn.slice(2),
      }),
    shows: 'Ya no tienes horas que cuenten',
  },
  {
    name: 'hours-empty',
    viewer: 'newcomer',
    path: '/mis-horas',
    shows: 'Todavía no tienes horas confirmadas',
  },
  {
    name: 'hours-error',
    viewer: 'user',
    path: '/mis-horas',
    stub: page => stubError(page, 'GET /attendances/mis-horas'),
    shows: 'Demasiados intentos',
  },
  {
    name: 'hours-loading',
    viewer: 'user',
    path: '/mis-horas',
    stub: page => stubPending(page, 'GET /attendances/mis-horas'),
    shows: 'Cargando tus horas…',
  },
  {
    name: 'hours-confirm',
    viewer: 'owner',
    path: after,
    stub: stubArrivals,
    interact: openFold,
    shows: '6 personas con horas confirmadas. Si cambias algo, confírmalas otra vez.',
  },
  {
    name: 'hours-confirm-self',
    viewer: 'owner',
    path: after,
    stub: async page => {
      const arrivals = people.map((row, index) => ({
        ...row,
        checkedInBy: index % 2 === 0 ? 'self' : 'door',
      }));
      await stubResponse(page, 'GET /attendances/*', arrivals);
      await stubResponse(page, 'GET /attendances/*/certificates', []);
    },
    shows: '3 personas registraron su llegada por su cuenta',
  },
  {
    name: 'hours-confirm-wrong',
    viewer: 'owner',
    path: after,
    stub: stubArrivals,
    interact: async page => {
      await openFold(page);
      await page.getByRole('textbox', { name: 'Luz Dary' }).fill('30');
      await page.getByRole('button', { name: 'Confirmar horas' }).click();
    },
    shows: 'De 0 a 24, en cuartos de hora',
  },
  {
    name: 'hours-revoke',
    viewer: 'owner',
    path: after,
    stub: stubArrivals,
    interact: async page => {
      await openFold(page);
      await page.getByRole('button', { name: 'Anular constancia de Ana María Hurtado' }).click();
    },
    shows: { dialog: '¿Anular la constancia de Ana María Hurtado?' },
  },
  {
    name: 'hours-nobody-came',
    viewer: 'owner',
    path: after,
    shows: 'Las horas se confirman a quienes llegaron',
  },
  {
    name: 'certificate',
    viewer: 'user',
    path: NUMBER,
    stub: page => stubResponse(page, 'GET /certificates/*', certificate),
    shows: 'Esta constancia es válida',
  },
  {
    name: 'certificate-period',
    viewer: 'user',
    path: NUMBER,
    stub: page =>
      stubResponse(page, 'GET /certificates/*', {
        ...certificate,
        hours: 30.5,
        period: { from: '2025-01-01', until: null },
        activities: items,
      }),
    shows: 'en 3 actividades, desde el 1 de enero de 2025',
  },
  {
    name: 'certificate-withdrawn',
    viewer: 'user',
    path: NUMBER,
    stub: page =>
      stubResponse(page, 'GET /certificates/*', {
        ...certificate,
        revokedAt: dayAt(-1, 8),
        isWithdrawn: true,
        name: null,
        hours: null,
        activities: [],
      }),
    shows: 'Esta constancia fue retirada',
  },
  {
    name: 'certificate-revoked',
    viewer: 'user',
    path: NUMBER,
    stub: page =>
      stubResponse(page, 'GET /certificates/*', {
        ...certificate,
        revokedAt: dayAt(-1, 8),
        name: null,
        hours: null,
        activities: [],
      }),
    shows: 'Esta constancia fue anulada',
  },
  { name: 'certificate-unknown', viewer: 'visitor', path: NUMBER, shows: 'Revisa el número' },
];
