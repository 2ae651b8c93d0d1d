import type { Page } from '@playwright/test';
import { NOW } from './fixed-times.ts';
import { stubError, stubResponse } from './network-stubs.ts';
import type { Screen } from './screen.ts';

const LINK = '?token=enlace-de-muestra-de-las-pantallas';
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const SETUP = {
  secret: SECRET,
  uri: `otpauth://totp/Minga:ana.chocue%40example.org?issuer=Minga&secret=${SECRET}`,
};
const CODES = [...'23456789KM'].map(sign => `H7KM-Q${sign}2X-W9ZC`);
const ACTIVE = { totp: { since: NOW }, recoveryCodesLeft: 8, resetDueAt: null };

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const stubSetup = async (page: Page) => {
  await stubResponse(page, 'POST /auth/totp', SETUP, 201);
  await stubResponse(page, 'POST /auth/totp/confirm', { recoveryCodes: CODES });
};

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel('Correo electrónico').fill('efrain.tombe@example.org');
  await page.getByLabel('Contraseña', { exact: true }).fill('maíz-y-café');
  await press(page, 'Iniciar sesión');
}

/** Second factors, the second step of a sign-in and the proof of identity. */
export const securityScreens: readonly Screen[] = [
  {
    name: 'profile-factor-explained',
    viewer: 'owner',
    path: '/profile#seguridad',
    interact: page => page.getByText('¿Qué es un segundo factor?').click(),
    shows: /cambian cada 30 segundos/,
  },
  {
    name: 'profile-factor-active',
    viewer: 'owner',
    path: '/profile#seguridad',
    stub: page =>
      stubResponse(page, 'GET /auth/second-factor', { ...ACTIVE, recoveryCodesLeft: 1, resetDueAt: NOW }),
    shows: /Te queda un código/,
  },
  {
    name: 'profile-factor-set-up',
    viewer: 'owner',
    path: '/profile#seguridad',
    stub: stubSetup,
    interact: page => press(page, 'Activar la aplicación de códigos'),
    shows: { dialog: 'Activar la aplicación de códigos' },
  },
  {
    name: 'profile-factor-codes',
    viewer: 'owner',
    path: '/profile#seguridad',
    stub: stubSetup,
    interact: async page => {
      await press(page, 'Activar la aplicación de códigos');
      await page.getByLabel('Código de tu aplicación').fill('123456');
      await press(page, 'Activar');
    },
    shows: { dialog: 'Guarda tus códigos de recuperación' },
  },
  {
    name: 'profile-factor-remove',
    viewer: 'owner',
    path: '/profile#seguridad',
    stub: page => stubResponse(page, 'GET /auth/second-factor', ACTIVE),
    interact: page => press(page, 'Quitar la aplicación de códigos'),
    shows: { dialog: '¿Quitar la aplicación de códigos?' },
  },
  {
    name: 'profile-factor-error',
    viewer: 'owner',
    path: '/profile#seguridad',
    stub: page => stubError(page, 'GET /auth/second-factor'),
    shows: 'Demasiados intentos',
  },
  {
    name: 'confirm-identity',
    viewer: 'owner',
    path: '/profile#seguridad',
    stub: async page => {
      await stubResponse(page, 'GET /auth/second-factor', ACTIVE);
      await stubError(page, 'DELETE /auth/totp', 403, { message: 'Confirma', code: 'CONFIRM_IDENTITY' });
    },
    interact: async page => {
      await press(page, 'Quitar la aplicación de códigos');
      await press(page, 'Quitar');
    },
    shows: { dialog: 'Confirma que eres tú' },
  },
  {
    name: 'login-second-step',
    viewer: 'visitor',
    path: '/login',
    stub: page => stubResponse(page, 'POST /auth/login', { next: 'second-factor' }),
    interact: enterPassword,
    shows: /Falta un paso/,
  },
  {
    name: 'login-recovery-code-wrong',
    viewer: 'visitor',
    path: '/login',
    stub: async page => {
      await stubResponse(page, 'POST /auth/login', { next: 'second-factor' });
      await stubError(page, 'POST /auth/second-factor', 401, {
        message: 'El código no es correcto',
        code: 'UNAUTHENTICATED',
      });
    },
    interact: async page => {
      await enterPassword(page);
      await press(page, 'Usar un código de recuperación');
      await page.getByLabel('Código de recuperación').fill('ABCD-EFGH-2345');
      await press(page, 'Entrar');
    },
    shows: 'El código no es correcto',
  },
  {
    name: 'factor-reset',
    viewer: 'visitor',
    path: `/segundo-factor${LINK}`,
    shows: 'Detener y dejar todo como está',
  },
  {
    name: 'factor-reset-failed',
    viewer: 'visitor',
    path: '/segundo-factor',
    shows: 'Este enlace no sirve',
  },
  {
    name: 'admin-factor-required',
    viewer: 'superadmin',
    path: '/admin-dashboard',
    stub: page =>
      stubError(page, 'GET /admin/stats', 403, {
        message: 'Para administrar necesitas un segundo factor.',
        code: 'SECOND_FACTOR_REQUIRED',
      }),
    shows: 'Falta activar tu segundo factor',
  },
  {
    name: 'superadmin-factor-reset',
    viewer: 'superadmin',
    path: '/admin-dashboard?tab=administradores',
    interact: async page => {
      await page.getByLabel('Correo de la cuenta').fill('efrain.tombe@example.org');
      await press(page, 'Quitar segundo factor');
    },
    shows: { dialog: '¿Quitar el segundo factor?' },
  },
];
