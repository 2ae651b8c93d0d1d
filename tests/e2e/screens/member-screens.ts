import type { Page } from '@playwright/test';
import { dayAt } from './fixed-times.ts';
import { changeResponse, stubError, stubPending } from './network-stubs.ts';
import type { Screen } from './screen.ts';
import type { SiteFixture } from './site-fixture.ts';

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
const openBell = (page: Page) => page.getByRole('button', { name: /^(Notificaciones|Avisos)/ }).click();
const attendance = ({ own }: SiteFixture) => `/tasks/asistencia?taskId=${own.planting}`;
const attendanceEmpty = ({ own }: SiteFixture) => `/tasks/asistencia?taskId=${own.cinema}`;
const messages = ({ own }: SiteFixture) => `/tasks/${own.planting}/mensajes`;
const REMINDERS = '/tasks/notificaciones';
const WITHOUT_PLACE = 'Limpieza del río Molino';

/** Participants, reminders and the bell. */
export const memberScreens: readonly Screen[] = [
  { name: 'attendance', viewer: 'owner', path: attendance, shows: '13 participantes' },
  {
    name: 'people',
    viewer: 'owner',
    path: ({ own }) => `/tasks/${own.planting}/gente`,
    shows: '13 participantes',
  },
  { name: 'messages', viewer: 'owner', path: messages, shows: 'Escribir a tus participantes' },
  {
    name: 'messages-empty',
    viewer: 'owner',
    path: ({ own }) => `/tasks/${own.cinema}/mensajes`,
    shows: 'Todavía no hay a quién escribirle',
  },
  {
    name: 'messages-series',
    viewer: 'owner',
    path: ({ series }) => `/tasks/${series}/mensajes`,
    shows: 'Escribir a la gente de otra fecha',
  },
  {
    name: 'activity-team',
    viewer: 'owner',
    path: ({ own }) => `/tasks/${own.planting}/equipo`,
    shows: 'Invitar a alguien',
  },
  {
    name: 'messages-preview',
    viewer: 'owner',
    path: messages,
    interact: async page => {
      await page.getByLabel('Asunto').fill('Cambiamos de entrada');
      await page
        .getByLabel('Mensaje', { exact: true })
        .fill('Entramos por la portería de la carrera 9.\n\nTraigan gorra, agua y ganas de sembrar.');
      await press(page, 'Ver cómo llega');
    },
    shows: 'No se puede deshacer',
  },
  {
    name: 'attendance-empty',
    viewer: 'owner',
    path: attendanceEmpty,
    shows: 'No hay participantes registrados',
  },
  {
    name: 'attendance-none-own',
    viewer: 'newcomer',
    path: '/tasks/asistencia',
    shows: 'Todavía no organizas ninguna actividad',
  },
  {
    name: 'attendance-past',
    viewer: 'owner',
    path: ({ past }) => `/tasks/asistencia?taskId=${past[0]}`,
    shows: 'Esta actividad ya pasó',
  },
  {
    name: 'attendance-loading',
    viewer: 'owner',
    path: attendance,
    stub: page => stubPending(page, 'GET /attendances/*'),
    shows: 'Seleccionar actividad',
  },
  {
    name: 'attendance-error',
    viewer: 'owner',
    path: attendance,
    stub: page => stubError(page, 'GET /attendances/*'),
    shows: 'Demasiados intentos',
  },
  {
    name: 'attendance-choice',
    viewer: 'owner',
    path: attendance,
    interact: page => page.getByRole('combobox', { name: 'Seleccionar actividad' }).click(),
    shows: WITHOUT_PLACE,
  },
  {
    name: 'attendance-add',
    viewer: 'owner',
    path: attendance,
    interact: page => press(page, 'Agregar Participante'),
    shows: { dialog: 'Nuevo Participante' },
  },
  {
    name: 'attendance-add-errors',
    viewer: 'owner',
    path: attendance,
    interact: async page => {
      await press(page, 'Agregar Participante');
      await page.getByLabel('Correo electrónico').fill('rosa');
      await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    },
    shows: 'Correo electrónico no válido',
  },
  {
    name: 'attendance-edit',
    viewer: 'owner',
    path: attendance,
    interact: page => pressOfPerson(page, /^Editar:/),
    shows: { dialog: 'Editar Participante' },
  },
  {
    name: 'people-sheet',
    viewer: 'owner',
    only: 'phone',
    path: ({ own }) => `/tasks/${own.planting}/gente`,
    interact: page => press(page, /^Acciones:/),
    shows: /^Editar$/,
  },
  {
    name: 'attendance-undo',
    viewer: 'owner',
    path: attendance,
    stub: page =>
      changeResponse(page, 'GET /attendances/*', people =>
        (people as object[]).map(person => ({
          ...person,
          checkedInAt: dayAt(0, 9),
          checkedInBy: 'self',
          hours: 2,
        })),
      ),
    interact: page => pressOfPerson(page, /^Deshacer llegada:/),
    shows: { dialog: 'Deshacer llegada' },
  },
  {
    name: 'attendance-remove',
    viewer: 'owner',
    path: attendance,
    interact: page => pressOfPerson(page, /^Eliminar:/),
    shows: { dialog: 'Eliminar participante' },
  },

  { name: 'reminders', viewer: 'user', path: REMINDERS, shows: 'Notificar 3 días antes' },
  { name: 'reminders-empty', viewer: 'newcomer', path: REMINDERS, shows: 'Sin notificaciones' },
  {
    name: 'reminders-edit',
    viewer: 'user',
    path: REMINDERS,
    interact: page => press(page, /^Editar:/),
    shows: 'días antes',
  },
  {
    name: 'reminders-edit-error',
    viewer: 'user',
    path: REMINDERS,
    interact: async page => {
      await press(page, /^Editar:/);
      await page.getByLabel('días antes').fill('31');
      await page.keyboard.press('Enter');
    },
    shows: 'Los días de anticipación deben ser',
  },
  {
    name: 'reminders-delete',
    viewer: 'user',
    path: REMINDERS,
    interact: page => press(page, /^Eliminar:/),
    shows: { dialog: 'Eliminar notificación' },
  },
  {
    name: 'reminders-errors',
    viewer: 'user',
    path: REMINDERS,
    interact: page => press(page, 'Guardar Configuración'),
    shows: 'Por favor completa todos los campos.',
  },
  {
    name: 'reminders-choice',
    viewer: 'user',
    path: REMINDERS,
    interact: page => page.getByRole('combobox', { name: 'Actividad' }).click(),
    shows: /Ya configurada/,
  },
  {
    name: 'reminders-chosen',
    viewer: 'user',
    path: ({ luis }) => `${REMINDERS}?taskId=${luis.reading}`,
    shows: 'Parque Caldas',
  },
  {
    name: 'reminders-twice',
    viewer: 'user',
    path: ({ luis }) => `${REMINDERS}?taskId=${luis.pot}`,
    shows: 'Ya tienes un recordatorio',
  },
  {
    name: 'reminders-loading',
    viewer: 'user',
    path: REMINDERS,
    stub: page => stubPending(page, 'GET /notifications'),
    shows: 'Cuándo te recordamos',
  },
  {
    name: 'reminders-fault',
    viewer: 'user',
    path: REMINDERS,
    stub: page => stubError(page, 'GET /notifications'),
    shows: 'Error del Sistema',
  },

  {
    name: 'bell',
    viewer: 'owner',
    path: '/tasks',
    stub: leaveUnread,
    interact: openBell,
    shows: 'Limpiar',
  },
  {
    name: 'bell-loading',
    viewer: 'owner',
    path: '/tasks',
    stub: async page => {
      await page.route('**/assets/notification-panel-*.js', () => {});
    },
    interact: openBell,
    shows: 'Cargando avisos...',
  },
  {
    name: 'bell-empty',
    viewer: 'newcomer',
    path: '/tasks',
    interact: openBell,
    shows: 'No hay notificaciones',
  },
];

/** A phone has the actions of a person in a sheet. */
async function pressOfPerson(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('row').nth(1).waitFor();
  const dots = page.getByRole('button', { name: /^Acciones:/ }).first();
  if (await dots.isVisible()) await dots.click();
  await press(page, name);
}

/** Opening the bell marks its notifications as read. This state neither sends nor stores that, for the screens after it. */
async function leaveUnread(page: Page): Promise<void> {
  await stubPending(page, 'POST /notifications/recibidas/leidas');
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => undefined;
  });
}
