import type { Page } from '@playwright/test';
import { changeResponse, stubError, stubPending, stubResponse } from './network-stubs.ts';
import type { Screen } from './screen.ts';
import type { SiteFixture } from './site-fixture.ts';

const attend = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Asistir a actividad' }).click();
const reading = ({ luis }: SiteFixture) => `/actividades/${luis.reading}`;
const pot = ({ luis }: SiteFixture) => `/actividades/${luis.pot}`;

/** The public screens: landing page, catalogue, an activity, the manual. */
export const publicScreens: readonly Screen[] = [
  { name: 'landing', viewer: 'visitor', path: '/', shows: 'Popayán, Cauca, Colombia' },
  { name: 'catalogue', viewer: 'visitor', path: '/actividades', shows: 'Olla comunitaria en La Esmeralda' },
  {
    name: 'catalogue-menu',
    viewer: 'visitor',
    path: '/actividades',
    interact: page => page.getByRole('button', { name: 'Menú', exact: true }).click(),
    shows: /^Usar tema/,
    only: 'phone',
  },
  {
    name: 'catalogue-more',
    viewer: 'visitor',
    path: '/actividades',
    interact: page => page.getByRole('button', { name: 'Más', exact: true }).click(),
    shows: 'Suscríbete',
  },
  {
    name: 'catalogue-feeds',
    viewer: 'visitor',
    path: '/actividades',
    interact: async page => {
      await page.getByRole('button', { name: 'Más', exact: true }).click();
      await page.getByRole('button', { name: 'Suscríbete' }).click();
    },
    shows: 'Google Calendar',
  },
  {
    name: 'catalogue-sheet',
    viewer: 'visitor',
    path: '/actividades?q=esmeralda&cerca=2.44,-76.61',
    interact: page => page.getByRole('button', { name: /^Filtros/ }).click(),
    shows: { dialog: 'Filtros' },
  },
  {
    name: 'catalogue-search',
    viewer: 'visitor',
    path: '/actividades?q=esmeralda',
    shows: '2 actividades encontradas',
  },
  {
    name: 'catalogue-not-found',
    viewer: 'visitor',
    path: '/actividades?q=ajedrez',
    shows: 'No se encontraron actividades',
  },
  {
    name: 'catalogue-filters',
    viewer: 'visitor',
    path: '/actividades?etiqueta=r%C3%ADo&cupos=libres&cerca=2.44,-76.61',
    shows: 'Quitar los filtros',
  },
  {
    name: 'catalogue-near-unknown',
    viewer: 'visitor',
    path: '/actividades?cerca=aqui',
    shows: 'Toca «Cerca»',
  },
  {
    name: 'catalogue-past',
    viewer: 'visitor',
    path: '/actividades?date=pasadas',
    shows: 'Trueque de semillas',
  },
  {
    name: 'catalogue-empty',
    viewer: 'newcomer',
    path: '/actividades',
    stub: page => stubResponse(page, 'GET /tasks/search', []),
    shows: 'Todavía no hay actividades próximas',
  },
  {
    name: 'catalogue-loading',
    viewer: 'newcomer',
    path: '/actividades',
    stub: page => stubPending(page, 'GET /tasks/search'),
    shows: 'Cargando actividades...',
  },
  {
    name: 'catalogue-error',
    viewer: 'newcomer',
    path: '/actividades',
    stub: page => stubError(page, 'GET /tasks/search'),
    shows: 'Demasiados intentos',
  },
  {
    name: 'catalogue-member',
    viewer: 'user',
    path: '/actividades',
    shows: 'Olla comunitaria en La Esmeralda',
  },

  { name: 'calendar', viewer: 'visitor', path: '/calendario?mes=2026-12', shows: 'diciembre de 2026' },
  { name: 'calendar-going', viewer: 'guest', path: '/calendario?mes=2026-12', shows: /^Vas$/ },
  {
    name: 'calendar-empty',
    viewer: 'visitor',
    path: '/calendario?mes=2150-01',
    shows: 'No hay actividades en enero de 2150',
  },
  {
    name: 'calendar-loading',
    viewer: 'newcomer',
    path: '/calendario',
    stub: page => stubPending(page, 'GET /tasks/search'),
    shows: 'Cargando el calendario',
  },
  { name: 'embed', viewer: 'visitor', path: '/incrustar', shows: 'Código para pegar' },
  { name: 'embedded-list', viewer: 'visitor', path: '/incrustar/actividades', shows: 'Ver todas' },
  {
    name: 'embedded-activity',
    viewer: 'visitor',
    path: ({ luis }) => `/incrustar/actividades/${luis.reading}`,
    shows: 'Ver y confirmar que vas',
  },

  { name: 'activity', viewer: 'visitor', path: reading, shows: /^Asistir$/ },
  { name: 'activity-going', viewer: 'guest', path: pot, shows: 'Vas a asistir' },
  {
    name: 'correct-email',
    viewer: 'guest',
    path: pot,
    interact: page => page.getByRole('button', { name: 'Corregir' }).click(),
    shows: /^Conservas tu lugar/,
  },
  { name: 'activity-going-member', viewer: 'user', path: pot, shows: 'Configurar recordatorio' },
  {
    name: 'activity-long',
    viewer: 'visitor',
    path: ({ guadalupe }) => `/actividades/${guadalupe.gathering}`,
    shows: 'Organiza',
  },
  {
    name: 'activity-series',
    viewer: 'visitor',
    path: ({ series }) => `/actividades/${series}`,
    shows: 'Otras fechas',
  },
  {
    name: 'activity-own',
    viewer: 'owner',
    path: ({ own }) => `/actividades/${own.planting}`,
    shows: /^Gente \(/,
  },
  {
    name: 'activity-own-menu',
    viewer: 'owner',
    path: ({ own }) => `/actividades/${own.planting}`,
    interact: page => page.getByRole('button', { name: 'Más acciones' }).click(),
    shows: 'Eliminar',
  },
  {
    name: 'activity-poster',
    viewer: 'owner',
    path: ({ own }) => `/actividades/${own.planting}`,
    interact: async page => {
      await page.getByRole('button', { name: 'Más acciones' }).click();
      await page.getByRole('button', { name: 'Afiche' }).click();
    },
    shows: { dialog: 'Afiche' },
  },
  {
    name: 'activity-poster-stale',
    viewer: 'owner',
    path: ({ own }) => `/actividades/${own.planting}`,
    stub: page =>
      changeResponse(page, 'GET /tasks/*', body => ({
        ...body,
        poster: { takenAt: '2026-11-01T12:00:00.000Z', isStale: true },
      })),
    shows: 'Descargar el afiche nuevo',
  },
  {
    name: 'activity-rejected',
    viewer: 'owner',
    path: ({ own }) => `/actividades/${own.stall}`,
    shows: 'En Minga no se vende',
  },
  {
    name: 'activity-held',
    viewer: 'owner',
    path: ({ held }) => `/actividades/${held}`,
    shows: 'La publicaremos cuando la revisemos',
  },
  {
    name: 'activity-past',
    viewer: 'visitor',
    path: ({ past }) => `/actividades/${past[0]}`,
    shows: 'FINALIZADA',
  },
  {
    name: 'activity-deleted',
    viewer: 'visitor',
    path: ({ guadalupe }) => `/actividades/${guadalupe.wrongly}`,
    shows: 'Esta actividad fue eliminada',
  },
  {
    name: 'activity-unknown',
    viewer: 'visitor',
    path: '/actividades/01930000-0000-7000-8000-0000000000ff',
    shows: 'No encontramos esta actividad',
  },
  {
    name: 'activity-loading',
    viewer: 'newcomer',
    path: reading,
    stub: page => stubPending(page, 'GET /tasks/*'),
    shows: 'Actividades',
  },
  {
    name: 'activity-error',
    viewer: 'newcomer',
    path: reading,
    stub: page => stubError(page, 'GET /tasks/*'),
    shows: 'Demasiados intentos',
  },
  {
    name: 'confirm-dialog',
    viewer: 'visitor',
    path: reading,
    interact: attend,
    shows: { dialog: 'Confirmar asistencia' },
  },
  {
    name: 'confirm-dialog-errors',
    viewer: 'visitor',
    path: reading,
    interact: async page => {
      await attend(page);
      await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
    },
    shows: 'Completa este campo',
  },
  {
    name: 'confirm-dialog-taken',
    viewer: 'visitor',
    path: reading,
    stub: page =>
      stubError(page, 'POST /attendances/confirm', 409, {
        message: 'Ya estás registrado en esta actividad',
        code: 'CONFLICT',
      }),
    interact: async page => {
      await attend(page);
      await page.getByLabel('Nombre').fill('Marleny Ñáñez');
      await page.getByLabel('Correo electrónico').fill('marleny@example.org');
      await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
    },
    shows: 'Enviarme el enlace',
  },
  {
    name: 'cancel-dialog',
    viewer: 'guest',
    path: pot,
    interact: page => page.getByRole('button', { name: 'Cancelar Asistencia' }).click(),
    shows: { dialog: '¿Cancelar asistencia?' },
  },
  {
    name: 'privacy',
    viewer: 'visitor',
    path: '/privacidad',
    shows: 'Superintendencia de Industria y Comercio',
  },
  { name: 'terms', viewer: 'visitor', path: '/terminos', shows: 'Qué es y qué no es' },
  { name: 'manual', viewer: 'visitor', path: '/ayuda', shows: 'Ayuda de Minga' },
  { name: 'manual-page', viewer: 'visitor', path: '/ayuda/asistir', shows: 'En esta página' },
  { name: 'not-found', viewer: 'visitor', path: '/no-existe', shows: 'Por aquí no hay camino' },
];
