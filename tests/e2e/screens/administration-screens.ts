import type { Page } from '@playwright/test';
import { failingSystem } from './failing-system.ts';
import { changeResponse, stubError, stubPending, stubResponse } from './network-stubs.ts';
import { PANEL, press, tab } from './panel.ts';
import type { Screen } from './screen.ts';
import { nothingWaits, stubToday } from './waiting-today.ts';

/** The panel of admins. */
export const administrationScreens: readonly Screen[] = [
  {
    name: 'admin-today',
    viewer: 'admin',
    path: PANEL,
    stub: stubToday,
    shows: /^Hoy esperan \d+ decisiones/,
  },
  {
    name: 'admin-today-nothing',
    viewer: 'admin',
    path: PANEL,
    stub: page => changeResponse(page, 'GET /admin-panel/today', nothingWaits),
    shows: 'Las decisiones están al día',
  },
  {
    name: 'admin-today-loading',
    viewer: 'admin',
    path: PANEL,
    stub: page => stubPending(page, 'GET /admin-panel/today'),
    shows: 'Revisando qué espera...',
  },
  {
    name: 'admin-today-error',
    viewer: 'admin',
    path: PANEL,
    stub: page => stubError(page, 'GET /admin-panel/today'),
    shows: 'No pudimos ver qué espera.',
  },
  { name: 'admin-statistics', viewer: 'admin', path: tab('estadisticas'), shows: 'Cuentas nuevas' },
  {
    name: 'admin-statistics-loading',
    viewer: 'admin',
    path: tab('estadisticas'),
    stub: stubPendingStatistics,
    shows: 'Cargando estadísticas...',
  },
  {
    name: 'admin-statistics-error',
    viewer: 'admin',
    path: tab('estadisticas'),
    stub: page => stubError(page, 'GET /admin-panel/users/stats'),
    shows: 'Se encontraron 1 error(es)',
  },
  { name: 'admin-users', viewer: 'admin', path: tab('usuarios'), shows: 'Íngrid Quilindo' },
  {
    name: 'admin-users-not-found',
    viewer: 'admin',
    path: `${tab('usuarios')}&q=ajedrez`,
    shows: 'No hay usuarios con estos filtros',
  },
  {
    name: 'admin-users-loading',
    viewer: 'admin',
    path: tab('usuarios'),
    stub: page => stubPending(page, 'GET /admin-panel/users'),
    shows: 'Cargando usuarios...',
  },
  {
    name: 'admin-users-error',
    viewer: 'admin',
    path: tab('usuarios'),
    stub: page => stubError(page, 'GET /admin-panel/users'),
    shows: 'Se encontraron 1 error(es)',
  },
  {
    name: 'admin-users-edit',
    viewer: 'admin',
    path: tab('usuarios'),
    interact: page => press(page, /^Editar:/),
    shows: { dialog: 'Editar usuario' },
  },
  {
    name: 'admin-users-delete',
    viewer: 'admin',
    path: tab('usuarios'),
    interact: page => press(page, /^Eliminar:/),
    shows: { dialog: '¿Estás seguro de eliminar este usuario?' },
  },
  {
    name: 'admin-activities',
    viewer: 'admin',
    path: tab('actividades'),
    shows: 'Vivero del barrio Bolívar',
  },
  {
    name: 'admin-activities-pending',
    viewer: 'admin',
    path: `${tab('actividades')}&estado=pending`,
    shows: 'Huerta comunitaria de Bolívar',
  },
  {
    name: 'admin-activities-held',
    viewer: 'admin',
    path: `${tab('actividades')}&estado=pending&q=bono`,
    shows: 'Dice «bono»',
  },
  {
    name: 'admin-activities-not-found',
    viewer: 'admin',
    path: `${tab('actividades')}&q=ajedrez`,
    shows: 'No hay actividades con estos filtros',
  },
  {
    name: 'admin-activities-details',
    viewer: 'admin',
    path: `${tab('actividades')}&q=Encuentro`,
    interact: page => press(page, /^Ver detalles: Encuentro/),
    shows: { dialog: /^Encuentro/ },
  },
  {
    name: 'admin-activities-reject',
    viewer: 'admin',
    path: `${tab('actividades')}&estado=pending`,
    interact: page => press(page, /^Rechazar:/),
    shows: { dialog: 'Rechazar actividad' },
  },
  { name: 'admin-attendances', viewer: 'admin', path: tab('asistencias'), shows: 'Natalia Collazos' },
  {
    name: 'admin-attendances-not-found',
    viewer: 'admin',
    path: `${tab('asistencias')}&fecha=2026-01-01`,
    shows: 'No hay asistencias con estos filtros',
  },
  {
    name: 'admin-attendances-remove',
    viewer: 'admin',
    path: tab('asistencias'),
    interact: page => press(page, /^Eliminar/),
    shows: { dialog: '¿Estás seguro de eliminar este registro de asistencia?' },
  },
  {
    name: 'admin-attendances-choice',
    viewer: 'admin',
    path: tab('asistencias'),
    interact: page => page.getByRole('combobox', { name: 'Actividad' }).fill('aves'),
    shows: 'Recorrido de aves del río Piedras',
  },
  {
    name: 'admin-attendances-date',
    viewer: 'admin',
    path: tab('asistencias'),
    interact: page => page.getByLabel('Fecha de registro').click(),
    shows: { dialog: 'Fecha de registro' },
  },
  { name: 'admin-system', viewer: 'admin', path: tab('sistema'), shows: 'El sistema funciona' },
  {
    name: 'admin-system-faults',
    viewer: 'admin',
    path: tab('sistema'),
    stub: page => stubResponse(page, 'GET /system', failingSystem),
    shows: 'Hay algo que mirar',
  },
  {
    name: 'admin-system-loading',
    viewer: 'admin',
    path: tab('sistema'),
    stub: page => stubPending(page, 'GET /system'),
    shows: 'Revisando el sistema...',
  },
];

async function stubPendingStatistics(page: Page): Promise<void> {
  for (const subject of ['users', 'activities', 'attendances'] as const) {
    await stubPending(page, `GET /admin-panel/${subject}/stats`);
  }
}
