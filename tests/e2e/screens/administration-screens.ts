import type { Page } from '@playwright/test';
import { answer, hold, refuse } from './edges.ts';
import type { Screen } from './screen.ts';
import { unwellSystem } from './unwell-system.ts';

const PANEL = '/admin-dashboard';
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
const tab = (name: string) => `${PANEL}?tab=${name}`;

/** The panels of those who administer. */
export const administrationScreens: readonly Screen[] = [
  { name: 'admin-statistics', who: 'admin', path: PANEL, sees: 'Cuentas nuevas' },
  {
    name: 'admin-statistics-loading',
    who: 'admin',
    path: PANEL,
    before: holdStatistics,
    sees: 'Cargando estadísticas...',
  },
  {
    name: 'admin-statistics-error',
    who: 'admin',
    path: PANEL,
    before: page => refuse(page, 'GET /admin-panel/users/stats'),
    sees: 'Se encontraron 1 error(es)',
  },
  { name: 'admin-users', who: 'admin', path: tab('usuarios'), sees: 'Íngrid Quilindo' },
  {
    name: 'admin-users-not-found',
    who: 'admin',
    path: `${tab('usuarios')}&q=ajedrez`,
    sees: 'No hay usuarios con estos filtros',
  },
  {
    name: 'admin-users-loading',
    who: 'admin',
    path: tab('usuarios'),
    before: page => hold(page, 'GET /admin-panel/users'),
    sees: 'Cargando usuarios...',
  },
  {
    name: 'admin-users-error',
    who: 'admin',
    path: tab('usuarios'),
    before: page => refuse(page, 'GET /admin-panel/users'),
    sees: 'Se encontraron 1 error(es)',
  },
  {
    name: 'admin-users-edit',
    who: 'admin',
    path: tab('usuarios'),
    arrive: page => press(page, /^Editar:/),
    sees: { dialog: 'Editar Usuario' },
  },
  {
    name: 'admin-users-delete',
    who: 'admin',
    path: tab('usuarios'),
    arrive: page => press(page, /^Eliminar:/),
    sees: { dialog: '¿Estás seguro de eliminar este usuario?' },
  },
  { name: 'admin-activities', who: 'admin', path: tab('actividades'), sees: 'Huerta comunitaria de Bolívar' },
  {
    name: 'admin-activities-pending',
    who: 'admin',
    path: `${tab('actividades')}&estado=pending`,
    sees: 'Huerta comunitaria de Bolívar',
  },
  {
    name: 'admin-activities-not-found',
    who: 'admin',
    path: `${tab('actividades')}&q=ajedrez`,
    sees: 'No hay actividades con estos filtros',
  },
  {
    name: 'admin-activities-details',
    who: 'admin',
    path: tab('actividades'),
    arrive: page => press(page, /^Ver detalles: Encuentro/),
    sees: { dialog: /^Encuentro/ },
  },
  {
    name: 'admin-activities-reject',
    who: 'admin',
    path: `${tab('actividades')}&estado=pending`,
    arrive: page => press(page, /^Rechazar:/),
    sees: { dialog: 'Rechazar actividad' },
  },
  {
    name: 'admin-activities-reject-error',
    who: 'admin',
    path: `${tab('actividades')}&estado=pending`,
    arrive: async page => {
      await press(page, /^Rechazar:/);
      await page.getByRole('dialog').getByRole('button', { name: 'Rechazar' }).click();
    },
    sees: /^Ingrese el motivo del rechazo$/,
  },
  { name: 'admin-attendances', who: 'admin', path: tab('asistencias'), sees: 'Natalia Collazos' },
  {
    name: 'admin-attendances-not-found',
    who: 'admin',
    path: `${tab('asistencias')}&fecha=2026-01-01`,
    sees: 'No hay asistencias con estos filtros',
  },
  {
    name: 'admin-attendances-remove',
    who: 'admin',
    path: tab('asistencias'),
    arrive: page => press(page, /^Eliminar/),
    sees: { dialog: '¿Estás seguro de eliminar este registro de asistencia?' },
  },
  {
    name: 'admin-attendances-choice',
    who: 'admin',
    path: tab('asistencias'),
    arrive: page => page.getByRole('combobox', { name: 'Actividad' }).click(),
    sees: 'Recorrido de aves del río Piedras',
  },
  {
    name: 'admin-attendances-date',
    who: 'admin',
    path: tab('asistencias'),
    arrive: page => page.getByLabel('Fecha de registro').click(),
    sees: { dialog: 'Fecha de registro' },
  },

  { name: 'superadmin-statistics', who: 'superadmin', path: PANEL, sees: 'Acceso completo al sistema' },
  {
    name: 'superadmin-statistics-loading',
    who: 'superadmin',
    path: PANEL,
    before: page => hold(page, 'GET /admin/stats'),
    sees: 'Cargando estadísticas...',
  },
  { name: 'superadmin-admins', who: 'superadmin', path: tab('administradores'), sees: 'Yesid Muelas' },
  {
    name: 'superadmin-admins-edit',
    who: 'superadmin',
    path: tab('administradores'),
    arrive: editAdmin,
    sees: { dialog: 'Editar Administrador' },
  },
  {
    name: 'superadmin-admins-delete',
    who: 'superadmin',
    path: tab('administradores'),
    arrive: page => press(page, /^Eliminar:/),
    sees: { dialog: '¿Estás seguro de eliminar este administrador?' },
  },
  {
    name: 'superadmin-admins-error',
    who: 'superadmin',
    path: tab('administradores'),
    before: page => refuse(page, 'GET /admin'),
    sees: 'Se encontraron 1 error(es)',
  },
  { name: 'superadmin-create', who: 'superadmin', path: tab('crear'), sees: 'Confirmar contraseña' },
  {
    name: 'superadmin-create-errors',
    who: 'superadmin',
    path: tab('crear'),
    arrive: page => press(page, 'Crear Administrador'),
    sees: 'El nombre de usuario es requerido',
  },

  { name: 'admin-system', who: 'admin', path: tab('sistema'), sees: 'Todo en orden' },
  {
    name: 'admin-system-faults',
    who: 'admin',
    path: tab('sistema'),
    before: page => answer(page, 'GET /system', unwellSystem),
    sees: 'Hay algo que mirar',
  },
  {
    name: 'admin-system-loading',
    who: 'admin',
    path: tab('sistema'),
    before: page => hold(page, 'GET /system'),
    sees: 'Revisando el sistema...',
  },
  {
    name: 'superadmin-system-error',
    who: 'superadmin',
    path: tab('sistema'),
    before: page => refuse(page, 'GET /system'),
    sees: 'No pudimos revisar el sistema.',
  },
];

async function holdStatistics(page: Page): Promise<void> {
  for (const subject of ['users', 'activities', 'attendances'] as const) {
    await hold(page, `GET /admin-panel/${subject}/stats`);
  }
}

async function editAdmin(page: Page): Promise<void> {
  await press(page, /^Editar:/);
  await page.getByRole('dialog').getByLabel('Cambiar contraseña').check();
}
