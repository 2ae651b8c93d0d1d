import type { Page } from '@playwright/test';
import { hold, refuse } from './edges.ts';
import type { Screen } from './screen.ts';
import type { World } from './world.ts';

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
const openBell = (page: Page) => page.getByRole('button', { name: /^Notificaciones/ }).click();
const attendance = ({ own }: World) => `/tasks/asistencia?taskId=${own.planting}`;
const nobody = ({ own }: World) => `/tasks/asistencia?taskId=${own.cinema}`;
const REMINDERS = '/tasks/notificaciones';
const WITHOUT_PLACE = 'Limpieza del río Molino';

/** Who comes, what one is reminded of, and the bell. */
export const memberScreens: readonly Screen[] = [
  { name: 'attendance', who: 'owner', path: attendance, sees: '13 participantes' },
  { name: 'attendance-nobody', who: 'owner', path: nobody, sees: 'No hay participantes registrados' },
  {
    name: 'attendance-none-own',
    who: 'newcomer',
    path: '/tasks/asistencia',
    sees: 'Todavía no organizas ninguna actividad',
  },
  {
    name: 'attendance-past',
    who: 'owner',
    path: ({ past }) => `/tasks/asistencia?taskId=${past[0]}`,
    sees: 'Esta actividad ya pasó',
  },
  {
    name: 'attendance-loading',
    who: 'owner',
    path: attendance,
    before: page => hold(page, 'GET /attendances/*'),
    sees: 'Seleccionar actividad',
  },
  {
    name: 'attendance-error',
    who: 'owner',
    path: attendance,
    before: page => refuse(page, 'GET /attendances/*'),
    sees: 'Demasiados intentos',
  },
  {
    name: 'attendance-choice',
    who: 'owner',
    path: attendance,
    arrive: page => page.getByRole('combobox', { name: 'Seleccionar actividad' }).click(),
    sees: WITHOUT_PLACE,
  },
  {
    name: 'attendance-add',
    who: 'owner',
    path: attendance,
    arrive: page => press(page, 'Agregar Participante'),
    sees: { dialog: 'Nuevo Participante' },
  },
  {
    name: 'attendance-add-errors',
    who: 'owner',
    path: attendance,
    arrive: async page => {
      await press(page, 'Agregar Participante');
      await page.getByLabel('Correo electrónico').fill('rosa');
      await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    },
    sees: 'Correo electrónico no válido',
  },
  {
    name: 'attendance-edit',
    who: 'owner',
    path: attendance,
    arrive: page => press(page, /^Editar:/),
    sees: { dialog: 'Editar Participante' },
  },
  {
    name: 'attendance-remove',
    who: 'owner',
    path: attendance,
    arrive: page => press(page, /^Eliminar:/),
    sees: { dialog: 'Eliminar participante' },
  },

  { name: 'reminders', who: 'user', path: REMINDERS, sees: 'Notificar 3 días antes' },
  { name: 'reminders-empty', who: 'newcomer', path: REMINDERS, sees: 'Sin notificaciones' },
  {
    name: 'reminders-edit',
    who: 'user',
    path: REMINDERS,
    arrive: page => press(page, /^Editar:/),
    sees: 'días antes',
  },
  {
    name: 'reminders-edit-error',
    who: 'user',
    path: REMINDERS,
    arrive: async page => {
      await press(page, /^Editar:/);
      await page.getByLabel('días antes').fill('31');
      await page.keyboard.press('Enter');
    },
    sees: 'Los días de anticipación deben ser',
  },
  {
    name: 'reminders-delete',
    who: 'user',
    path: REMINDERS,
    arrive: page => press(page, /^Eliminar:/),
    sees: { dialog: 'Eliminar notificación' },
  },
  {
    name: 'reminders-errors',
    who: 'user',
    path: REMINDERS,
    arrive: page => press(page, 'Guardar Configuración'),
    sees: 'Por favor completa todos los campos.',
  },
  {
    name: 'reminders-choice',
    who: 'user',
    path: REMINDERS,
    arrive: page => page.getByRole('combobox', { name: 'Actividad' }).click(),
    sees: /Ya configurada/,
  },
  {
    name: 'reminders-chosen',
    who: 'user',
    path: ({ luis }) => `${REMINDERS}?taskId=${luis.reading}`,
    sees: 'Parque Caldas',
  },
  {
    name: 'reminders-twice',
    who: 'user',
    path: ({ luis }) => `${REMINDERS}?taskId=${luis.pot}`,
    sees: 'Ya tienes un recordatorio',
  },
  {
    name: 'reminders-loading',
    who: 'user',
    path: REMINDERS,
    before: page => hold(page, 'GET /notifications'),
    sees: 'Elige cuántos días antes',
  },
  {
    name: 'reminders-fault',
    who: 'user',
    path: REMINDERS,
    before: page => refuse(page, 'GET /notifications'),
    sees: 'Error del Sistema',
  },

  {
    name: 'bell',
    who: 'owner',
    path: '/tasks',
    before: leaveUnread,
    arrive: openBell,
    sees: 'Configurar recordatorios',
  },
  {
    name: 'bell-loading',
    who: 'owner',
    path: '/tasks',
    before: async page => {
      await page.route('**/assets/notification-panel-*.js', () => {});
    },
    arrive: openBell,
    sees: 'Cargando notificaciones...',
  },
  { name: 'bell-empty', who: 'newcomer', path: '/tasks', arrive: openBell, sees: 'No hay notificaciones' },
];

/** To open the bell is to read what it holds, which is here told to nobody and kept nowhere: others look after this. */
async function leaveUnread(page: Page): Promise<void> {
  await hold(page, 'POST /notifications/recibidas/leidas');
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => undefined;
  });
}
