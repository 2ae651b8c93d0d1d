import type { Page } from '@playwright/test';
import { federating, followed } from './federating.ts';
import { dayAt } from './fixed-times.ts';
import { stubError, stubPending, stubResponse } from './network-stubs.ts';
import { PANEL, press, tab } from './panel.ts';
import type { Screen } from './screen.ts';

const someRetention = {
  days: 180,
  upcoming: { people: 214, activities: 9, from: dayAt(3, 12) },
  erased: [
    { day: dayAt(-1, 12).slice(0, 10), people: 31 },
    { day: dayAt(-4, 12).slice(0, 10), people: 1204 },
    { day: dayAt(-11, 12).slice(0, 10), people: 1 },
  ],
};

/** The panel of superadmins. */
export const superadminScreens: readonly Screen[] = [
  { name: 'superadmin-today', viewer: 'superadmin', path: PANEL, shows: /^Revisar la/ },
  {
    name: 'superadmin-statistics',
    viewer: 'superadmin',
    path: tab('estadisticas'),
    shows: 'Acceso completo al sistema',
  },
  {
    name: 'superadmin-statistics-loading',
    viewer: 'superadmin',
    path: tab('estadisticas'),
    stub: page => stubPending(page, 'GET /admin/stats'),
    shows: 'Cargando estadísticas...',
  },
  { name: 'superadmin-held', viewer: 'superadmin', path: tab('revision'), shows: 'Por qué espera' },
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
  { name: 'superadmin-site', viewer: 'superadmin', path: tab('sitio'), shows: 'De noche' },
  {
    name: 'superadmin-servers-off',
    viewer: 'superadmin',
    path: tab('servidores'),
    shows: 'Este sitio no está conectado con otros servidores',
  },
  {
    name: 'superadmin-servers',
    viewer: 'superadmin',
    path: tab('servidores'),
    stub: page => followed(page),
    shows: 'mobilizon.popayan-comunitaria.example:8443',
  },
  {
    name: 'superadmin-servers-none',
    viewer: 'superadmin',
    path: tab('servidores'),
    stub: page => followed(page, []),
    shows: 'Todavía no sigue el sitio ningún servidor',
  },
  {
    name: 'superadmin-servers-block',
    viewer: 'superadmin',
    path: tab('servidores'),
    stub: page => followed(page),
    interact: page => press(page, 'Bloquear: mobilizon.popayan-comunitaria.example:8443'),
    shows: { dialog: '¿Bloquear mobilizon.popayan-comunitaria.example:8443?' },
  },
  {
    name: 'superadmin-servers-wrong',
    viewer: 'superadmin',
    path: tab('servidores'),
    stub: page => followed(page),
    interact: async page => {
      await page.getByLabel('Nombre del servidor').fill('dos palabras');
      await press(page, 'Bloquear');
    },
    shows: 'Escribe el nombre de un servidor, como mastodon.social',
  },
  {
    name: 'superadmin-servers-loading',
    viewer: 'superadmin',
    path: tab('servidores'),
    stub: async page => {
      await federating(page);
      await stubPending(page, 'GET /admin/federation/peers');
    },
    shows: 'Cargando servidores...',
  },
  {
    name: 'superadmin-servers-error',
    viewer: 'superadmin',
    path: tab('servidores'),
    stub: async page => {
      await federating(page);
      await stubError(page, 'GET /admin/federation/peers');
    },
    shows: 'No pudimos traer la lista de servidores.',
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
  {
    name: 'superadmin-legal-publish',
    viewer: 'superadmin',
    path: tab('textos'),
    interact: async page => {
      await page.getByRole('textbox', { name: 'Política de datos' }).fill('## Nuestra política');
      await press(page, 'Publicar');
    },
    shows: { dialog: '¿Publicar este texto?' },
  },
];

async function saveWrongDomain(page: Page): Promise<void> {
  await page.getByLabel('Páginas que se revisan').fill('apuestas');
  await press(page, 'Guardar');
}

async function editAdmin(page: Page): Promise<void> {
  await press(page, /^Editar:/);
  await page.getByRole('dialog').getByLabel('Cambiar contraseña').check();
}
