import type { Page } from '@playwright/test';
import { failingSystem } from './failing-system.ts';
import { dayAt } from './fixed-times.ts';
import { stubError, stubPending, stubResponse } from './network-stubs.ts';
import type { Screen } from './screen.ts';

const PANEL = '/admin-dashboard';
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
const tab = (name: string) => `${PANEL}?tab=${name}`;

/** The panels of admins and superadmin. */
export const administrationScreens: readonly Screen[] = [
  { name: 'admin-statistics', viewer: 'admin', path: PANEL, shows: 'Cuentas nuevas' },
  {
    name: 'admin-statistics-loading',
    viewer: 'admin',
    path: PANEL,
    stub: stubPendingStatistics,
    shows: 'Cargando estadísticas...',
  },
  {
    name: 'admin-statistics-error',
    viewer: 'admin',
    path: PANEL,
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
    shows: { dialog: 'Editar Usuario' },
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

  { name: 'superadmin-statistics', viewer: 'superadmin', path: PANEL, shows: 'Acceso completo al sistema' },
  {
    name: 'superadmin-statistics-loading',
    viewer: 'superadmin',
    path: PANEL,
    stub: page => stubPending(page, 'GET /admin/stats'),
    shows: 'Cargando estadísticas...',
  },
  { name: 'superadmin-admins', viewer: 'superadmin', path: tab('administradores'), shows: 'Yesid Muelas' },
  {
    name: 'superadmin-admins-edit',
    viewer: 'superadmin',
    path: tab('administradores'),
    interact: editAdmin,
    shows: { dialog: 'Editar Administrador' },
  },
  {
    name: 'superadmin-admins-delete',
    viewer: 'superadmin',
    path: tab('administradores'),
    interact: page => press(page, /^Eliminar:/),
    shows: { dialog: '¿Estás seguro de eliminar este administrador?' },
  },
  {
    name: 'superadmin-admins-error',
    viewer: 'superadmin',
    path: tab('administradores'),
    stub: page => stubError(page, 'GET /admin'),
    shows: 'Se encontraron 1 error(es)',
  },
  { name: 'superadmin-create', viewer: 'superadmin', path: tab('crear'), shows: 'Confirmar contraseña' },
  {
    name: 'superadmin-create-errors',
    viewer: 'superadmin',
    path: tab('crear'),
    interact: page => press(page, 'Crear Administrador'),
    shows: 'El nombre de usuario es requerido',
  },
  { name: 'superadmin-trust', viewer: 'superadmin', path: tab('confianza'), shows: 'Probar un texto' },
  {
    name: 'superadmin-trust-trial',
    viewer: 'superadmin',
    path: tab('confianza'),
    interact: page => page.getByLabel('Texto de prueba').fill('Un BONO en https://www.apuestas.example'),
    shows: 'Se retiene por lo que dice: «bono».',
  },
  {
    name: 'superadmin-trust-errors',
    viewer: 'superadmin',
    path: tab('confianza'),
    interact: saveWrongDomain,
    shows: 'Páginas que se revisan: «apuestas» no es un dominio como ejemplo.com',
  },
  {
    name: 'superadmin-trust-loading',
    viewer: 'superadmin',
    path: tab('confianza'),
    stub: page => stubPending(page, 'GET /admin/trust'),
    shows: 'Cargando las listas...',
  },
  {
    name: 'superadmin-trust-error',
    viewer: 'superadmin',
    path: tab('confianza'),
    stub: page => stubError(page, 'GET /admin/trust'),
    shows: 'No pudimos traer las listas.',
  },

  { name: 'admin-system', viewer: 'admin', path: tab('sistema'), shows: 'Todo en orden' },
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
  {
    name: 'superadmin-system-error',
    viewer: 'superadmin',
    path: tab('sistema'),
    stub: page => stubError(page, 'GET /system'),
    shows: 'No pudimos revisar el sistema.',
  },
  {
    name: 'superadmin-retention',
    viewer: 'superadmin',
    path: tab('datos'),
    stub: page => stubResponse(page, 'GET /admin/retention', someRetention),
    shows: 'En los próximos 30 días: los datos de 214 personas',
  },
  {
    name: 'superadmin-retention-error',
    viewer: 'superadmin',
    path: tab('datos'),
    stub: page => stubError(page, 'GET /admin/retention'),
    shows: 'No pudimos revisar los datos personales.',
  },
  { name: 'superadmin-legal', viewer: 'superadmin', path: tab('textos'), shows: 'Es el texto de Minga' },
  {
    name: 'superadmin-legal-preview',
    viewer: 'superadmin',
    path: tab('textos'),
    interact: async page => {
      await press(page, 'Vista previa');
      await page.getByRole('heading', { name: 'Cómo ejercerlos' }).waitFor();
    },
    shows: 'Ocultar vista previa',
  },
];

async function saveWrongDomain(page: Page): Promise<void> {
  await page.getByLabel('Páginas que se revisan').fill('apuestas');
  await press(page, 'Guardar');
}

const someRetention = {
  days: 180,
  upcoming: { people: 214, activities: 9, from: dayAt(3, 12) },
  erased: [
    { day: dayAt(-1, 12).slice(0, 10), people: 31 },
    { day: dayAt(-4, 12).slice(0, 10), people: 1204 },
    { day: dayAt(-11, 12).slice(0, 10), people: 1 },
  ],
};

async function stubPendingStatistics(page: Page): Promise<void> {
  for (const subject of ['users', 'activities', 'attendances'] as const) {
    await stubPending(page, `GET /admin-panel/${subject}/stats`);
  }
}

async function editAdmin(page: Page): Promise<void> {
  await press(page, /^Editar:/);
  await page.getByRole('dialog').getByLabel('Cambiar contraseña').check();
}
