import type { Page } from '@playwright/test';
import { answer, hold, refuse } from './edges.ts';
import type { Screen } from './screen.ts';

const PLANTING = 'Siembra de árboles nativos';
const card = (page: Page) => page.getByRole('article', { name: PLANTING });
const empty = (page: Page, ...calls: ('GET /tasks/others' | 'GET /tasks/promoted')[]) =>
  Promise.all(calls.map(call => answer(page, call, []))).then(() => undefined);

/** Of this page alone: the others of its browser keep theirs. */
async function loseNetwork(page: Page): Promise<void> {
  await page.getByRole('article').first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const gone = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', gone);
}

/** What one organises, and what others do. */
export const activityScreens: readonly Screen[] = [
  { name: 'tasks', who: 'owner', path: '/tasks', sees: 'Mis Actividades (4)' },
  { name: 'tasks-superadmin', who: 'superadmin', path: '/tasks', sees: 'No hay tareas aún' },
  { name: 'tasks-empty', who: 'newcomer', path: '/tasks', sees: 'No hay tareas aún' },
  {
    name: 'tasks-loading',
    who: 'owner',
    path: '/tasks',
    before: page => hold(page, 'GET /tasks'),
    sees: 'Mis Actividades',
  },
  {
    name: 'tasks-error',
    who: 'owner',
    path: '/tasks',
    before: page => refuse(page, 'GET /tasks'),
    sees: 'Demasiados intentos',
  },
  {
    name: 'tasks-delete',
    who: 'owner',
    path: '/tasks',
    arrive: page => card(page).getByRole('button', { name: 'Eliminar' }).click(),
    sees: { dialog: 'Estás seguro que deseas eliminar esta actividad?' },
  },
  {
    name: 'tasks-details',
    who: 'owner',
    path: '/tasks',
    arrive: page => card(page).getByRole('button', { name: 'Ver Detalles' }).click(),
    sees: { dialog: PLANTING },
  },
  {
    name: 'account-menu',
    who: 'owner',
    path: '/tasks',
    arrive: page => page.getByRole('button', { name: /^Menú de/ }).click(),
    sees: 'Cerrar Sesión',
  },
  {
    name: 'session-unknown',
    who: 'owner',
    path: '/tasks',
    before: page => refuse(page, 'GET /auth/verify'),
    sees: 'Demasiados intentos',
  },
  {
    name: 'session-loading',
    who: 'owner',
    path: '/tasks',
    before: page => hold(page, 'GET /auth/verify'),
    sees: 'Cargando sesión...',
  },

  { name: 'search', who: 'owner', path: '/tasks/buscar', sees: 'Buscar Actividades' },
  { name: 'search-results', who: 'owner', path: '/tasks/buscar?q=arboles', sees: '1 actividad encontrada' },
  {
    name: 'search-not-found',
    who: 'owner',
    path: '/tasks/buscar?q=ajedrez',
    sees: 'No se encontraron actividades',
  },
  {
    name: 'search-filters',
    who: 'owner',
    path: '/tasks/buscar?place=esmeralda&date=proximas',
    arrive: page => page.getByRole('button', { name: /^Filtros/ }).click(),
    sees: 'Lugar',
    only: 'phone',
  },
  {
    name: 'search-loading',
    who: 'owner',
    path: '/tasks/buscar?q=arboles',
    before: page => hold(page, 'GET /tasks/search'),
    sees: 'Buscar Actividades',
  },
  {
    name: 'search-error',
    who: 'owner',
    path: '/tasks/buscar?q=arboles',
    before: page => refuse(page, 'GET /tasks/search'),
    sees: 'Demasiados intentos',
  },
  {
    name: 'search-update',
    who: 'owner',
    path: '/tasks/buscar?q=arboles',
    arrive: page => card(page).getByRole('button', { name: 'Actualizar' }).click(),
    sees: { dialog: /ctualiz/ },
  },
  {
    name: 'search-delete',
    who: 'owner',
    path: '/tasks/buscar?q=arboles',
    arrive: page => card(page).getByRole('button', { name: 'Eliminar' }).click(),
    sees: { dialog: 'Confirmar eliminación' },
  },

  { name: 'attended', who: 'user', path: '/tasks/voy-a-ir', sees: 'Voy a ir (4)' },
  {
    name: 'attended-none',
    who: 'newcomer',
    path: '/tasks/voy-a-ir',
    sees: 'Ahora no tienes ninguna asistencia confirmada',
  },
  {
    name: 'attended-loading',
    who: 'user',
    path: '/tasks/voy-a-ir',
    before: page => hold(page, 'GET /attendances/mis-asistencias'),
    sees: 'Cargando actividades...',
  },
  {
    name: 'attended-error',
    who: 'user',
    path: '/tasks/voy-a-ir',
    before: page => refuse(page, 'GET /attendances/mis-asistencias'),
    sees: 'Demasiados intentos',
  },
  {
    name: 'attended-offline',
    who: 'user',
    path: '/tasks/voy-a-ir',
    arrive: loseNetwork,
    sees: /^Sin conexión/,
  },

  { name: 'list', who: 'user', path: '/tasks/lista', sees: 'Vas a asistir' },
  {
    name: 'list-empty',
    who: 'user',
    path: '/tasks/lista',
    before: page => empty(page, 'GET /tasks/others'),
    sees: 'No hay actividades disponibles.',
  },
  {
    name: 'list-loading',
    who: 'user',
    path: '/tasks/lista',
    before: page => hold(page, 'GET /tasks/others'),
    sees: 'Lista de Actividades',
  },
  {
    name: 'list-error',
    who: 'user',
    path: '/tasks/lista',
    before: page => refuse(page, 'GET /tasks/others'),
    sees: 'Demasiados intentos',
  },
  { name: 'promoted', who: 'owner', path: '/tasks/promocionadas', sees: 'Mis Actividades Promocionadas (1)' },
  {
    name: 'promoted-empty',
    who: 'newcomer',
    path: '/tasks/promocionadas',
    before: page => empty(page, 'GET /tasks/promoted'),
    sees: 'No has promocionado ninguna actividad',
  },
  {
    name: 'promoted-loading',
    who: 'owner',
    path: '/tasks/promocionadas',
    before: page => hold(page, 'GET /tasks/promoted'),
    sees: 'Mis Actividades Promocionadas',
  },
  {
    name: 'promoted-error',
    who: 'owner',
    path: '/tasks/promocionadas',
    before: page => refuse(page, 'GET /tasks/promoted'),
    sees: 'Demasiados intentos',
  },
];
