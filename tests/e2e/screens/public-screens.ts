import type { Page } from '@playwright/test';
import { answer, hold, refuse } from './edges.ts';
import type { Screen } from './screen.ts';
import type { World } from './world.ts';

const join = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Asistir a actividad' }).click();
const reading = ({ luis }: World) => `/actividades/${luis.reading}`;
const pot = ({ luis }: World) => `/actividades/${luis.pot}`;

/** What everybody sees: the catalogue and the page of one activity. */
export const publicScreens: readonly Screen[] = [
  { name: 'landing', who: 'visitor', path: '/', sees: 'Popayán, Cauca, Colombia' },
  { name: 'catalogue', who: 'visitor', path: '/actividades', sees: 'Olla comunitaria en La Esmeralda' },
  {
    name: 'catalogue-menu',
    who: 'visitor',
    path: '/actividades',
    arrive: page => page.getByRole('button', { name: 'Menú', exact: true }).click(),
    sees: 'Crear cuenta',
    only: 'phone',
  },
  {
    name: 'catalogue-feeds',
    who: 'visitor',
    path: '/actividades',
    arrive: page => page.getByRole('button', { name: 'Suscríbete' }).click(),
    sees: 'Calendario (ICS)',
  },
  {
    name: 'catalogue-search',
    who: 'visitor',
    path: '/actividades?q=esmeralda',
    sees: '2 actividades encontradas',
  },
  {
    name: 'catalogue-not-found',
    who: 'visitor',
    path: '/actividades?q=ajedrez',
    sees: 'No se encontraron actividades',
  },
  { name: 'catalogue-past', who: 'visitor', path: '/actividades?date=pasadas', sees: 'Trueque de semillas' },
  {
    name: 'catalogue-empty',
    who: 'newcomer',
    path: '/actividades',
    before: page => answer(page, 'GET /tasks/search', []),
    sees: 'Todavía no hay actividades próximas',
  },
  {
    name: 'catalogue-loading',
    who: 'newcomer',
    path: '/actividades',
    before: page => hold(page, 'GET /tasks/search'),
    sees: 'Mingas, jornadas y encuentros',
  },
  {
    name: 'catalogue-error',
    who: 'newcomer',
    path: '/actividades',
    before: page => refuse(page, 'GET /tasks/search'),
    sees: 'Demasiados intentos',
  },
  { name: 'catalogue-member', who: 'user', path: '/actividades', sees: 'Vas a asistir' },

  { name: 'activity', who: 'visitor', path: reading, sees: 'Asistir a actividad' },
  { name: 'activity-going', who: 'guest', path: pot, sees: 'Vas a asistir' },
  { name: 'activity-going-member', who: 'user', path: pot, sees: 'Configurar recordatorio' },
  {
    name: 'activity-long',
    who: 'visitor',
    path: ({ guadalupe }) => `/actividades/${guadalupe.gathering}`,
    sees: 'Organiza',
  },
  {
    name: 'activity-own',
    who: 'owner',
    path: ({ own }) => `/actividades/${own.planting}`,
    sees: 'La organizas tú',
  },
  {
    name: 'activity-rejected',
    who: 'owner',
    path: ({ own }) => `/actividades/${own.stall}`,
    sees: 'En Minga no se vende',
  },
  {
    name: 'activity-past',
    who: 'visitor',
    path: ({ past }) => `/actividades/${past[0]}`,
    sees: 'FINALIZADA',
  },
  {
    name: 'activity-deleted',
    who: 'visitor',
    path: ({ guadalupe }) => `/actividades/${guadalupe.wrongly}`,
    sees: 'Esta actividad fue eliminada',
  },
  {
    name: 'activity-unknown',
    who: 'visitor',
    path: '/actividades/01930000-0000-7000-8000-0000000000ff',
    sees: 'No encontramos esta actividad',
  },
  {
    name: 'activity-loading',
    who: 'newcomer',
    path: reading,
    before: page => hold(page, 'GET /tasks/*'),
    sees: 'Actividades',
  },
  {
    name: 'activity-error',
    who: 'newcomer',
    path: reading,
    before: page => refuse(page, 'GET /tasks/*'),
    sees: 'Demasiados intentos',
  },
  {
    name: 'confirm-dialog',
    who: 'visitor',
    path: reading,
    arrive: join,
    sees: { dialog: 'Confirmar asistencia' },
  },
  {
    name: 'confirm-dialog-errors',
    who: 'visitor',
    path: reading,
    arrive: async page => {
      await join(page);
      await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
    },
    sees: 'Completa este campo',
  },
  {
    name: 'confirm-dialog-taken',
    who: 'visitor',
    path: reading,
    before: page =>
      refuse(page, 'POST /attendances/confirm', 409, {
        message: 'Ya estás registrado en esta actividad',
        code: 'CONFLICT',
      }),
    arrive: async page => {
      await join(page);
      await page.getByLabel('Nombre').fill('Marleny Ñáñez');
      await page.getByLabel('Correo electrónico').fill('marleny@example.org');
      await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
    },
    sees: 'Enviarme el enlace',
  },
  {
    name: 'cancel-dialog',
    who: 'guest',
    path: pot,
    arrive: page => page.getByRole('button', { name: 'Cancelar Asistencia' }).click(),
    sees: { dialog: '¿Cancelar asistencia?' },
  },
  { name: 'manual', who: 'visitor', path: '/ayuda', sees: 'Ayuda de Minga' },
  { name: 'manual-page', who: 'visitor', path: '/ayuda/asistir', sees: 'En esta página' },
  { name: 'not-found', who: 'visitor', path: '/no-existe', sees: 'Por aquí no hay camino' },
];
