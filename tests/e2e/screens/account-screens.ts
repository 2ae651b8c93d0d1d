import type { Page } from '@playwright/test';
import { stubError, stubPending, stubResponse } from './network-stubs.ts';
import type { Screen } from './screen.ts';

const LINK = '?token=enlace-de-muestra-de-las-pantallas';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const BAD_LINK = { message: 'El enlace no es válido o ya venció. Pide uno nuevo.', code: 'INVALID_TOKEN' };

async function register(page: Page): Promise<void> {
  await page.getByLabel('Nombre de usuario').fill('Efraín Tombé');
  await page.getByLabel('Correo electrónico').fill('efrain.tombe@example.org');
  await page.getByLabel('Teléfono').fill('300 123 4567');
  await page.getByLabel('Contraseña', { exact: true }).fill('maíz-y-café');
  await page.getByLabel('Confirmar contraseña').fill('maíz-y-café');
  await press(page, 'Crear cuenta');
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Correo electrónico').fill('efrain.tombe@example.org');
  await page.getByLabel('Contraseña', { exact: true }).fill('maíz-y-café');
  await press(page, 'Iniciar sesión');
}

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel('Nueva contraseña').fill('panela-y-queso');
  await page.getByLabel('Confirmar contraseña').fill('panela-y-queso');
  await press(page, 'Restablecer contraseña');
}

/** Runs in the page, which would redirect to another one while it is looked at. */
function stopCountdown(): void {
  const { setInterval } = globalThis;
  const run = (callback: () => void, ms: number) => (ms === 1000 ? 0 : setInterval(callback, ms));
  Object.assign(globalThis, { setInterval: run });
}

const stubLink = (page: Page) =>
  stubResponse(page, 'POST /auth/verification-link', {
    username: 'Efraín Tombé',
    email: 'efrain.tombe@example.org',
  });

/** Sign-in, registration, sign-out and the links of an account's e-mails. */
export const accountScreens: readonly Screen[] = [
  { name: 'login', viewer: 'visitor', path: '/login', shows: 'Qué bueno verte de nuevo.' },
  {
    name: 'login-errors',
    viewer: 'visitor',
    path: '/login',
    interact: page => press(page, 'Iniciar sesión'),
    shows: /El correo electrónico es requerido|Ingresa un correo/,
  },
  {
    name: 'login-rejected',
    viewer: 'visitor',
    path: '/login',
    stub: page =>
      stubError(page, 'POST /auth/login', 401, {
        message: 'Correo o contraseña incorrectos',
        code: 'UNAUTHENTICATED',
      }),
    interact: signIn,
    shows: 'Correo o contraseña incorrectos',
  },
  {
    name: 'login-busy',
    viewer: 'visitor',
    path: '/login',
    stub: page => stubPending(page, 'POST /auth/login'),
    interact: signIn,
    shows: 'Entrando…',
  },
  {
    name: 'recovery-dialog',
    viewer: 'visitor',
    path: '/login?recuperar=si',
    shows: { dialog: 'Recuperar contraseña' },
  },
  {
    name: 'recovery-dialog-errors',
    viewer: 'visitor',
    path: '/login?recuperar=si',
    interact: page => press(page, 'Enviar enlace'),
    shows: 'El correo electrónico es requerido',
  },
  { name: 'register', viewer: 'visitor', path: '/register', shows: 'Con ella sigues colectivos' },
  {
    name: 'register-errors',
    viewer: 'visitor',
    path: '/register',
    interact: async page => {
      await page.getByLabel('Correo electrónico').fill('efrain');
      await page.getByLabel('Contraseña', { exact: true }).fill('efrai');
      await press(page, 'Crear cuenta');
    },
    shows: 'El nombre de usuario es requerido',
  },
  {
    name: 'register-sent',
    viewer: 'visitor',
    path: '/register',
    stub: page =>
      stubResponse(
        page,
        'POST /auth/register',
        { message: 'Usuario registrado. Revisa tu correo para verificar la cuenta.' },
        201,
      ),
    interact: register,
    shows: 'Reenviar correo de verificación',
  },
  { name: 'reset', viewer: 'visitor', path: `/reset-password${LINK}`, shows: 'Elige la que vas a usar' },
  {
    name: 'reset-errors',
    viewer: 'visitor',
    path: `/reset-password${LINK}`,
    interact: page => press(page, 'Restablecer contraseña'),
    shows: 'Repite la contraseña',
  },
  {
    name: 'reset-rejected',
    viewer: 'visitor',
    path: `/reset-password${LINK}`,
    interact: setPassword,
    shows: 'Pedir un enlace nuevo',
  },
  {
    name: 'reset-done',
    viewer: 'visitor',
    path: `/reset-password${LINK}`,
    stub: async page => {
      await page.addInitScript(stopCountdown);
      await stubResponse(page, 'POST /auth/reset-password', {
        message: 'Contraseña restablecida exitosamente',
      });
    },
    interact: setPassword,
    shows: 'Serás redirigido al login',
  },
  {
    name: 'verify-question',
    viewer: 'visitor',
    path: `/verify-email${LINK}`,
    stub: stubLink,
    shows: 'Este enlace es de la cuenta de',
  },
  {
    name: 'verify-question-session',
    viewer: 'user',
    path: `/verify-email${LINK}`,
    stub: stubLink,
    shows: 'Aquí está abierta la sesión de',
  },
  {
    name: 'verify-waiting',
    viewer: 'visitor',
    path: `/verify-email${LINK}`,
    stub: async page => {
      await stubLink(page);
      await stubPending(page, 'POST /auth/verify-email');
    },
    interact: page => press(page, 'Verificar mi correo'),
    shows: 'Estamos verificando tu correo',
  },
  {
    name: 'verify-failed',
    viewer: 'visitor',
    path: '/verify-email',
    shows: 'No pudimos verificar tu correo',
  },
  {
    name: 'verify-sent',
    viewer: 'visitor',
    path: '/verify-email',
    stub: page =>
      stubResponse(page, 'POST /auth/resend-verification', { message: 'Email de verificación reenviado' }),
    interact: async page => {
      await page.getByLabel('Correo electrónico').fill('efrain.tombe@example.org');
      await press(page, 'Enviar nuevo enlace');
    },
    shows: 'Revisa tu correo',
  },
  { name: 'verify-needless', viewer: 'user', path: '/verify-email', shows: 'Tu cuenta está lista' },
  {
    name: 'confirm-email',
    viewer: 'visitor',
    path: `/confirm-email${LINK}`,
    shows: 'Recibimos tu pedido de cambiarlo',
  },
  {
    name: 'confirm-email-done',
    viewer: 'visitor',
    path: `/confirm-email${LINK}`,
    stub: page => stubResponse(page, 'POST /auth/confirm-email', { message: 'Tu correo quedó cambiado' }),
    interact: page => press(page, 'Confirmar el cambio de correo'),
    shows: 'Tu correo quedó cambiado',
  },
  {
    name: 'confirm-email-failed',
    viewer: 'visitor',
    path: `/confirm-email${LINK}`,
    stub: page => stubError(page, 'POST /auth/confirm-email', 400, BAD_LINK),
    interact: page => press(page, 'Confirmar el cambio de correo'),
    shows: 'No pudimos cambiar tu correo',
  },
  { name: 'goodbye', viewer: 'visitor', path: '/adios', shows: 'Tu cuenta quedó eliminada' },
  { name: 'welcome', viewer: 'newcomer', path: '/welcome', shows: 'En los Andes, una minga' },
  {
    name: 'local-mailbox',
    viewer: 'visitor',
    path: '/correo-local',
    shows: 'Minga no tiene un servidor de correo',
  },
  {
    name: 'local-mailbox-email',
    viewer: 'visitor',
    path: '/correo-local',
    interact: page => page.getByRole('listitem').getByRole('link').first().click(),
    shows: /^Para/,
  },
];
