import type { Page } from '@playwright/test';
import { changeResponse, stubError, stubPending, stubResponse } from './network-stubs.ts';
import { decidedCases, openCases } from './reported-cases.ts';
import type { Screen } from './screen.ts';
import type { SiteFixture } from './site-fixture.ts';

const QUEUE = '/admin-dashboard?tab=reportes';
const CASES = 'GET /admin-panel/reports';
const pot = ({ luis }: SiteFixture) => `/actividades/${luis.pot}`;
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();

async function stubQueue(page: Page, site: SiteFixture): Promise<void> {
  await stubResponse(page, CASES, await openCases(page, site));
  await stubResponse(page, `${CASES}/stats`, { openCases: 3, openAppeals: 1 });
}

const openReport = async (page: Page) => {
  await press(page, 'Reportar');
  await page.getByRole('dialog').getByRole('radio', { name: 'Pone a alguien en peligro' }).check();
};

const hide = (appeal: 'possible' | 'sent') => (page: Page) =>
  changeResponse(page, 'GET /tasks/*', activity => ({ ...activity, appeal }));

/** Reports, their queue, and what the author of hidden content sees. */
export const reportScreens: readonly Screen[] = [
  {
    name: 'report',
    viewer: 'visitor',
    path: pot,
    interact: openReport,
    shows: { dialog: 'Reportar esta actividad' },
  },
  {
    name: 'report-errors',
    viewer: 'user',
    path: ({ collective }) => `/colectivos/${collective}`,
    interact: async page => {
      await press(page, 'Reportar');
      await page.getByRole('dialog').getByRole('button', { name: 'Enviar reporte' }).click();
    },
    shows: 'Elige el motivo del reporte',
  },
  {
    name: 'report-thanks',
    viewer: 'visitor',
    path: pot,
    stub: page => stubResponse(page, 'POST /reports', { message: 'Gracias' }, 202),
    interact: async page => {
      await openReport(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Enviar reporte' }).click();
    },
    shows: { dialog: 'Gracias por avisar' },
  },
  {
    name: 'activity-hidden',
    viewer: 'owner',
    path: ({ own }) => `/actividades/${own.stall}`,
    stub: hide('possible'),
    shows: 'Esta actividad no está publicada',
  },
  {
    name: 'activity-appeal',
    viewer: 'owner',
    path: ({ own }) => `/actividades/${own.stall}`,
    stub: hide('possible'),
    interact: page => press(page, 'Pedir que la revisen de nuevo'),
    shows: 'Se puede pedir una sola vez',
  },
  {
    name: 'activity-appealed',
    viewer: 'owner',
    path: ({ own }) => `/actividades/${own.stall}`,
    stub: hide('sent'),
    shows: 'Ya pediste que la revisen de nuevo.',
  },
  {
    name: 'edit-activity-hidden',
    viewer: 'owner',
    path: ({ own }) => `/tasks/${own.stall}`,
    stub: hide('possible'),
    shows: 'Esta actividad no está publicada',
  },
  { name: 'admin-reports', viewer: 'admin', path: QUEUE, stub: stubQueue, shows: '3 por revisar' },
  {
    name: 'admin-reports-hide',
    viewer: 'admin',
    path: QUEUE,
    stub: stubQueue,
    interact: page => press(page, /^Ocultar:/),
    shows: { dialog: 'Ocultar' },
  },
  {
    name: 'admin-reports-ban',
    viewer: 'admin',
    path: QUEUE,
    stub: stubQueue,
    interact: page => press(page, /^Desactivar la cuenta:/),
    shows: { dialog: 'Desactivar la cuenta' },
  },
  {
    name: 'admin-reports-empty',
    viewer: 'admin',
    path: QUEUE,
    stub: page => stubResponse(page, CASES, []),
    shows: 'No hay nada por revisar',
  },
  {
    name: 'admin-reports-loading',
    viewer: 'admin',
    path: QUEUE,
    stub: page => stubPending(page, CASES),
    shows: 'Cargando reportes...',
  },
  {
    name: 'admin-reports-error',
    viewer: 'admin',
    path: QUEUE,
    stub: page => stubError(page, CASES),
    shows: 'No pudimos traer los reportes.',
  },
  {
    name: 'admin-reports-decided',
    viewer: 'admin',
    path: `${QUEUE}&estado=closed`,
    stub: async (page, site) => stubResponse(page, CASES, await decidedCases(page, site)),
    shows: '3 decididos',
  },
  {
    name: 'admin-bulk',
    viewer: 'admin',
    path: '/admin-dashboard?tab=actividades',
    interact: chooseAll,
    shows: '10 seleccionadas',
  },
  {
    name: 'admin-bulk-reject',
    viewer: 'admin',
    path: '/admin-dashboard?tab=actividades',
    interact: async page => {
      await chooseAll(page);
      await press(page, 'Rechazar');
    },
    shows: { dialog: 'Rechazar 10 actividades' },
  },
];

async function chooseAll(page: Page): Promise<void> {
  await press(page, 'Seleccionar');
  await page.getByLabel('Seleccionar todas las de esta página').check();
}
