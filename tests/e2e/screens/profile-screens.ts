import type { Page } from '@playwright/test';
import { NOW } from './fixed-times.ts';
import { stubError, stubPending, stubResponse } from './network-stubs.ts';
import type { Screen } from './screen.ts';

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

const DEVICE_ID = '01930000-0000-7000-8000-0000000000d1';
const OTHER_ID = '01930000-0000-7000-8000-0000000000d2';
const device = { isPhone: false, isCurrent: true, createdAt: NOW, lastDeliveredAt: NOW };

const TOKEN = {
  _id: DEVICE_ID,
  name: 'Página del barrio',
  scope: 'read',
  prefix: 'minga_Qk3x',
  createdAt: NOW,
  expiresAt: NOW,
  lastUsedAt: NOW,
};
const openTokens = (page: Page) =>
  page.getByRole('region', { name: 'Tokens de API' }).locator('summary').click();

const openCalendar = (page: Page) =>
  page.getByRole('region', { name: 'Tu calendario', exact: true }).locator('summary').click();

/** The profile. */
export const profileScreens: readonly Screen[] = [
  { name: 'profile', viewer: 'owner', path: '/profile', shows: 'Esta sesión' },
  {
    name: 'profile-devices',
    viewer: 'owner',
    path: '/tasks/notificaciones#avisos',
    stub: page =>
      stubResponse(page, 'GET /push/subscriptions', [
        { ...device, _id: DEVICE_ID, device: 'Chrome en Android', isPhone: true },
        { ...device, _id: OTHER_ID, device: 'Firefox en Windows', isCurrent: false, lastDeliveredAt: null },
      ]),
    shows: 'Todavía no le ha llegado ninguno',
  },
  { name: 'profile-pending', viewer: 'user', path: '/profile', shows: 'Falta confirmar' },
  {
    name: 'profile-loading',
    viewer: 'owner',
    path: '/profile',
    stub: page => stubPending(page, 'GET /auth/profile'),
    shows: 'Tus datos, cómo entras',
  },
  {
    name: 'profile-error',
    viewer: 'owner',
    path: '/profile',
    stub: page => stubError(page, 'GET /auth/profile'),
    shows: 'Demasiados intentos',
  },
  {
    name: 'profile-sessions-error',
    viewer: 'owner',
    path: '/profile',
    stub: page => stubError(page, 'GET /auth/sessions'),
    shows: 'Demasiados intentos',
  },
  {
    name: 'profile-errors',
    viewer: 'owner',
    path: '/profile',
    interact: async page => {
      await page.getByLabel('Nombre de usuario').fill('An');
      await page.getByLabel('Teléfono').fill('12');
      await press(page, 'Guardar cambios');
    },
    shows: /debe tener al menos 3 caracteres/,
  },
  {
    name: 'profile-saved',
    viewer: 'owner',
    path: '/profile',
    stub: page =>
      stubResponse(page, 'PUT /auth/profile', {
        _id: '01930000-0000-7000-8000-0000000000ff',
        username: 'Ana María Chocué',
        email: 'ana.chocue@example.org',
        phone: '3001234567',
        role: 'user',
        gender: 'female',
        isActive: true,
      }),
    interact: async page => {
      await page.getByLabel('¿Cómo te saludamos?').selectOption('Bienvenida');
      await press(page, 'Guardar cambios');
    },
    shows: 'Guardamos tus datos',
  },
  {
    name: 'profile-email',
    viewer: 'owner',
    path: '/profile',
    interact: page => press(page, 'Cambiar el correo'),
    shows: { dialog: 'Cambiar el correo' },
  },
  {
    name: 'profile-password',
    viewer: 'owner',
    path: '/profile',
    interact: async page => {
      await press(page, 'Cambiar la contraseña');
      const dialog = page.getByRole('dialog', { name: 'Cambiar la contraseña' });
      await dialog.getByLabel('Nueva contraseña', { exact: true }).fill('panela-y-queso');
      await dialog.getByRole('button', { name: 'Cambiar la contraseña' }).click();
    },
    shows: 'Escribe tu contraseña actual',
  },
  {
    name: 'profile-sessions',
    viewer: 'owner',
    path: '/profile',
    interact: page => press(page, 'Cerrar las demás'),
    shows: { dialog: '¿Cerrar las demás sesiones?' },
  },
  {
    name: 'profile-calendar',
    viewer: 'owner',
    path: '/profile#calendario',
    stub: page => stubResponse(page, 'GET /auth/calendar', { createdAt: null }),
    interact: openCalendar,
    shows: 'Crear mi dirección',
  },
  {
    name: 'profile-calendar-created',
    viewer: 'owner',
    path: '/profile#calendario',
    stub: async page => {
      await stubResponse(page, 'GET /auth/calendar', { createdAt: null });
      const url = `https://minga.example/api/calendario/${'Qk3x9VbT'.repeat(5)}abc.ics`;
      await stubResponse(page, 'POST /auth/calendar', { url });
    },
    interact: async page => {
      await openCalendar(page);
      await press(page, 'Crear mi dirección');
    },
    shows: 'Google Calendar',
  },
  {
    name: 'profile-calendar-again',
    viewer: 'owner',
    path: '/profile#calendario',
    stub: page => stubResponse(page, 'GET /auth/calendar', { createdAt: NOW }),
    interact: async page => {
      await openCalendar(page);
      await press(page, 'Hacer otra dirección');
    },
    shows: { dialog: '¿Hacer otra dirección?' },
  },
  {
    name: 'profile-calendar-error',
    viewer: 'owner',
    path: '/profile#calendario',
    stub: page => stubError(page, 'GET /auth/calendar'),
    interact: openCalendar,
    shows: 'Demasiados intentos',
  },
  {
    name: 'profile-tokens',
    viewer: 'owner',
    path: '/profile#tokens',
    stub: page =>
      stubResponse(page, 'GET /auth/tokens', [
        TOKEN,
        {
          ...TOKEN,
          _id: OTHER_ID,
          name: 'Hoja de cálculo de la junta',
          scope: 'write',
          prefix: 'minga_7bTq',
          lastUsedAt: null,
        },
      ]),
    interact: openTokens,
    shows: 'Sin usar todavía',
  },
  {
    name: 'profile-token-created',
    viewer: 'owner',
    path: '/profile#tokens',
    stub: async page => {
      await stubResponse(page, 'GET /auth/tokens', [TOKEN]);
      const token = `minga_${'Qk3x9VbT'.repeat(5)}abc`;
      await stubResponse(page, 'POST /auth/tokens', { ...TOKEN, token }, 201);
    },
    interact: async page => {
      await openTokens(page);
      await page.getByLabel('Para qué es').fill('Página del barrio');
      await press(page, 'Crear token');
    },
    shows: 'Ya lo guardé',
  },
  {
    name: 'profile-tokens-error',
    viewer: 'owner',
    path: '/profile#tokens',
    stub: page => stubError(page, 'GET /auth/tokens'),
    interact: openTokens,
    shows: 'Demasiados intentos',
  },
  {
    name: 'profile-delete',
    viewer: 'owner',
    path: '/profile',
    interact: page => press(page, 'Eliminar mi cuenta'),
    shows: { dialog: '¿Eliminar tu cuenta?' },
  },
];
