import type { Page } from '@playwright/test';
import { answer, hold, refuse } from './edges.ts';
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

/** The ways in and out, and the pages behind mailed links. */
export const accountScreens: readonly Screen[] = [
  { name: 'login', who: 'visitor', path: '/login', sees: 'Qué bueno verte de nuevo.' },
  {
    name: 'login-errors',
    who: 'visitor',
    path: '/login',
    arrive: page => press(page, 'Iniciar sesión'),
    sees: /El correo electrónico es requerido|Ingresa un correo/,
  },
  {
    name: 'login-refused',
    who: 'visitor',
    path: '/login',
    before: page =>
      refuse(page, 'POST /auth/login', 401, {
        message: 'Correo o contraseña incorrectos',
        code: 'UNAUTHENTICATED',
      }),
    arrive: signIn,
    sees: 'Correo o contraseña incorrectos',
  },
  {
    name: 'login-busy',
    who: 'visitor',
    path: '/login',
    before: page => hold(page, 'POST /auth/login'),
    arrive: signIn,
    sees: 'Entrando…',
  },
  {
    name: 'recovery-dialog',
    who: 'visitor',
    path: '/login?recuperar=si',
    sees: { dialog: 'Recuperar contraseña' },
  },
  {
    name: 'recovery-dialog-errors',
    who: 'visitor',
    path: '/login?recuperar=si',
    arrive: page => press(page, 'Enviar enlace'),
    sees: 'El correo electrónico es requerido',
  },
  { name: 'register', who: 'visitor', path: '/register', sees: 'Con ella publicas actividades' },
  {
    name: 'register-errors',
    who: 'visitor',
    path: '/register',
    arrive: async page => {
      await page.getByLabel('Correo electrónico').fill('efrain');
      await page.getByLabel('Contraseña', { exact: true }).fill('efrai');
      await press(page, 'Crear cuenta');
    },
    sees: 'El nombre de usuario es requerido',
  },
  {
    name: 'register-sent',
    who: 'visitor',
    path: '/register',
    before: page =>
      answer(
        page,
        'POST /auth/register',
        { message: 'Usuario registrado. Revisa tu correo para verificar la cuenta.' },
        201,
      ),
    arrive: register,
    sees: 'Reenviar correo de verificación',
  },
  { name: 'reset', who: 'visitor', path: `/reset-password${LINK}`, sees: 'Elige la que vas a usar' },
  {
    name: 'reset-errors',
    who: 'visitor',
    path: `/reset-password${LINK}`,
    arrive: page => press(page, 'Restablecer contraseña'),
    sees: 'Repite la contraseña',
  },
  {
    name: 'reset-refused',
    who: 'visitor',
    path: `/reset-password${LINK}`,
    arrive: setPassword,
    sees: 'Pedir un enlace nuevo',
  },
  {
    name: 'reset-done',
    who: 'visitor',
    path: `/reset-password${LINK}`,
    before: page =>
      answer(page, 'POST /auth/reset-password', { message: 'Contraseña restablecida exitosamente' }),
    arrive: setPassword,
    sees: 'Serás redirigido al login',
  },
  {
    name: 'verify-waiting',
    who: 'visitor',
    path: `/verify-email${LINK}`,
    before: page => hold(page, 'POST /auth/verify-email'),
    sees: 'Estamos verificando tu correo',
  },
  { name: 'verify-failed', who: 'visitor', path: '/verify-email', sees: 'No pudimos verificar tu correo' },
  {
    name: 'verify-sent',
    who: 'visitor',
    path: '/verify-email',
    before: page =>
      answer(page, 'POST /auth/resend-verification', { message: 'Email de verificación reenviado' }),
    arrive: async page => {
      await page.getByLabel('Correo electrónico').fill('efrain.tombe@example.org');
      await press(page, 'Enviar nuevo enlace');
    },
    sees: 'Revisa tu correo',
  },
  { name: 'verify-needless', who: 'user', path: '/verify-email', sees: 'Tu cuenta está lista' },
  {
    name: 'confirm-email',
    who: 'visitor',
    path: `/confirm-email${LINK}`,
    sees: 'Recibimos tu pedido de cambiarlo',
  },
  {
    name: 'confirm-email-done',
    who: 'visitor',
    path: `/confirm-email${LINK}`,
    before: page => answer(page, 'POST /auth/confirm-email', { message: 'Tu correo quedó cambiado' }),
    arrive: page => press(page, 'Confirmar el cambio de correo'),
    sees: 'Tu correo quedó cambiado',
  },
  {
    name: 'confirm-email-failed',
    who: 'visitor',
    path: `/confirm-email${LINK}`,
    before: page => refuse(page, 'POST /auth/confirm-email', 400, BAD_LINK),
    arrive: page => press(page, 'Confirmar el cambio de correo'),
    sees: 'No pudimos cambiar tu correo',
  },
  { name: 'my-attendance', who: 'visitor', path: ({ links }) => links.myAttendance, sees: 'Marleny Ñáñez' },
  {
    name: 'my-attendance-cancel',
    who: 'visitor',
    path: ({ links }) => links.myAttendance,
    arrive: page => press(page, 'Cancelar Asistencia'),
    sees: { dialog: '¿Cancelar asistencia?' },
  },
  {
    name: 'my-attendance-bad',
    who: 'visitor',
    path: `/mi-asistencia${LINK}`,
    sees: 'Este enlace ya no sirve',
  },
  {
    name: 'my-attendance-none',
    who: 'visitor',
    path: '/mi-asistencia',
    sees: 'Al confirmar que vas te enviamos',
  },
  {
    name: 'unsubscribe',
    who: 'visitor',
    path: ({ links }) => links.unsubscribe,
    sees: '¿Dejar de recibir estos correos?',
  },
  {
    name: 'unsubscribe-done',
    who: 'visitor',
    path: ({ links }) => links.unsubscribe,
    before: page => answer(page, 'POST /notifications/baja', { kind: 'attendance', hasAccount: true }),
    arrive: page => press(page, 'Dejar de recibirlos'),
    sees: 'Listo',
  },
  { name: 'unsubscribe-bad', who: 'visitor', path: `/dejar-correos${LINK}`, sees: 'Este enlace ya no sirve' },
  { name: 'goodbye', who: 'visitor', path: '/adios', sees: 'Tu cuenta quedó eliminada' },
  { name: 'welcome', who: 'newcomer', path: '/welcome', sees: 'En los Andes, una minga' },
  {
    name: 'local-mailbox',
    who: 'visitor',
    path: '/correo-local',
    sees: 'Minga no tiene un servidor de correo',
  },
  {
    name: 'local-mailbox-letter',
    who: 'visitor',
    path: '/correo-local',
    arrive: page => page.getByRole('listitem').getByRole('link').first().click(),
    sees: /^Para/,
  },
];
