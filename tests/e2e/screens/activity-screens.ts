import type { Page } from '@playwright/test';
import { stubError, stubPending, stubResponse } from './network-stubs.ts';
import type { Screen } from './screen.ts';

const PLANTING = 'Siembra de árboles nativos';
const card = (page: Page) => page.getByRole('article', { name: PLANTING });
const empty = (page: Page, ...calls: ('GET /tasks/others' | 'GET /tasks/promoted')[]) =>
  Promise.all(calls.map(call => stubResponse(page, call, []))).then(() => undefined);

/** The lists of own activities and of activities of others. */
export const activityScreens: readonly Screen[] = [
  { name: 'tasks', viewer: 'owner', path: '/tasks', shows: 'Mis Actividades (6)' },
  { name: 'tasks-superadmin', viewer: 'superadmin', path: '/tasks', shows: 'No hay tareas aún' },
  { name: 'tasks-empty', viewer: 'newcomer', path: '/tasks', shows: 'No hay tareas aún' },
  {
    name: 'tasks-loading',
    viewer: 'owner',
    path: '/tasks',
    stub: page => stubPending(page, 'GET /tasks'),
    shows: 'Mis Actividades',
  },
  {
    name: 'tasks-error',
    viewer: 'owner',
    path: '/tasks',
    stub: page => stubError(page, 'GET /tasks'),
    shows: 'Demasiados intentos',
  },
  {
    name: 'tasks-delete',
    viewer: 'owner',
    path: '/tasks',
    interact: page => card(page).getByRole('button', { name: 'Eliminar' }).click(),
    shows: { dialog: 'Estás seguro que deseas eliminar esta actividad?' },
  },
  {
    name: 'tasks-details',
    viewer: 'owner',
    path: '/tasks',
    interact: page => card(page).getByRole('button', { name: 'Ver Detalles' }).click(),
    shows: { dialog: PLANTING },
  },
  {
    name: 'account-menu',
    viewer: 'owner',
    path: '/tasks',
    interact: page => page.getByRole('button', { name: /^Menú de/ }).click(),
    shows: 'Cerrar Sesión',
  },
  {
    name: 'session-unknown',
    viewer: 'owner',
    path: '/tasks',
    stub: page => stubError(page, 'GET /auth/verify'),
    shows: 'Demasiados intentos',
  },
  {
    name: 'session-loading',
    viewer: 'owner',
    path: '/tasks',
    stub: page => stubPending(page, 'GET /auth/verify'),
    shows: 'Cargando sesión...',
  },

  { name: 'search', viewer: 'owner', path: '/tasks/buscar', shows: 'Buscar Actividades' },
  {
    name: 'search-results',
    viewer: 'owner',
    path: '/tasks/buscar?q=arboles',
    shows: '2 actividades encontradas',
  },
  {
    name: 'search-not-found',
    viewer: 'owner',
    path: '/tasks/buscar?q=ajedrez',
    shows: 'No se encontraron actividades',
  },
  {
    name: 'search-filters',
    viewer: 'owner',
    path: '/tasks/buscar?place=esmeralda&date=proximas',
    interact: page => page.getByRole('button', { name: /^Filtros/ }).click(),
    shows: 'Lugar',
    only: 'phone',
  },
  {
    name: 'search-loading',
    viewer: 'owner',
    path: '/tasks/buscar?q=arboles',
    stub: page => stubPending(page, 'GET /tasks/search'),
    shows: 'Buscar Actividades',
  },
  {
    name: 'search-error',
    viewer: 'owner',
    path: '/tasks/buscar?q=arboles',
    stub: page => stubError(page, 'GET /tasks/search'),
    shows: 'Demasiados intentos',
  },
  {
    name: 'search-update',
    viewer: 'owner',
    path: '/tasks/buscar?q=arboles',
    interact: page => card(page).getByRole('button', { name: 'Actualizar' }).click(),
    shows: { dialog: /ctualiz/ },
  },
  {
    name: 'search-delete',
    viewer: 'owner',
    path: '/tasks/buscar?q=arboles',
    interact: page => card(page).getByRole('button', { name: 'Eliminar' }).click(),
    shows: { dialog: 'Confirmar eliminación' },
  },

  { name: 'list', viewer: 'user', path: '/tasks/lista', shows: 'Vas a asistir' },
  {
    name: 'list-empty',
    viewer: 'user',
    path: '/tasks/lista',
    stub: page => empty(page, 'GET /tasks/others'),
    shows: 'No hay actividades disponibles.',
  },
  {
    name: 'list-loading',
    viewer: 'user',
    path: '/tasks/lista',
    stub: page => stubPending(page, 'GET /tasks/others'),
    shows: 'Lista de Actividades',
  },
  {
    name: 'list-error',
    viewer: 'user',
    path: '/tasks/lista',
    stub: page => stubError(page, 'GET /tasks/others'),
    shows: 'Demasiados intentos',
  },
  {
    name: 'promoted',
    viewer: 'owner',
    path: '/tasks/promocionadas',
    shows: 'Mis Actividades Promocionadas (1)',
  },
  {
    name: 'promoted-empty',
    viewer: 'newcomer',
    path: '/tasks/promocionadas',
    stub: page => empty(page, 'GET /tasks/promoted'),
    shows: 'No has promocionado ninguna actividad',
  },
  {
    name: 'promoted-loading',
    viewer: 'owner',
    path: '/tasks/promocionadas',
    stub: page => stubPending(page, 'GET /tasks/promoted'),
    shows: 'Actividades Promocionadas',
  },
  {
    name: 'promoted-error',
    viewer: 'owner',
    path: '/tasks/promocionadas',
    stub: page => stubError(page, 'GET /tasks/promoted'),
    shows: 'Demasiados intentos',
  },
];
