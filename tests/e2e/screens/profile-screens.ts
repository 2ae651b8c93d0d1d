import type { Page } from '@playwright/test';
import { answer, hold, refuse } from './edges.ts';
import type { Screen } from './screen.ts';

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

/** The own account. */
export const profileScreens: readonly Screen[] = [
  { name: 'profile', who: 'owner', path: '/profile', sees: 'Esta sesión' },
  { name: 'profile-pending', who: 'user', path: '/profile', sees: 'Falta confirmar' },
  {
    name: 'profile-loading',
    who: 'owner',
    path: '/profile',
    before: page => hold(page, 'GET /auth/profile'),
    sees: 'Tus datos, cómo entras',
  },
  {
    name: 'profile-error',
    who: 'owner',
    path: '/profile',
    before: page => refuse(page, 'GET /auth/profile'),
    sees: 'Demasiados intentos',
  },
  {
    name: 'profile-sessions-error',
    who: 'owner',
    path: '/profile',
    before: page => refuse(page, 'GET /auth/sessions'),
    sees: 'Demasiados intentos',
  },
  {
    name: 'profile-errors',
    who: 'owner',
    path: '/profile',
    arrive: async page => {
      await page.getByLabel('Nombre de usuario').fill('An');
      await page.getByLabel('Teléfono').fill('12');
      await press(page, 'Guardar cambios');
    },
    sees: /debe tener al menos 3 caracteres/,
  },
  {
    name: 'profile-saved',
    who: 'owner',
    path: '/profile',
    before: page =>
      answer(page, 'PUT /auth/profile', {
        _id: '01930000-0000-7000-8000-0000000000ff',
        username: 'Ana María Chocué',
        email: 'ana.chocue@example.org',
        phone: '3001234567',
        role: 'user',
        gender: 'female',
        isActive: true,
      }),
    arrive: async page => {
      await page.getByLabel('¿Cómo te saludamos?').selectOption('Bienvenida');
      await press(page, 'Guardar cambios');
    },
    sees: 'Guardamos tus datos',
  },
  {
    name: 'profile-email',
    who: 'owner',
    path: '/profile',
    arrive: page => press(page, 'Cambiar el correo'),
    sees: { dialog: 'Cambiar el correo' },
  },
  {
    name: 'profile-password',
    who: 'owner',
    path: '/profile',
    arrive: async page => {
      await press(page, 'Cambiar la contraseña');
      const dialog = page.getByRole('dialog', { name: 'Cambiar la contraseña' });
      await dialog.getByLabel('Nueva contraseña', { exact: true }).fill('panela-y-queso');
      await dialog.getByRole('button', { name: 'Cambiar la contraseña' }).click();
    },
    sees: 'Escribe tu contraseña actual',
  },
  {
    name: 'profile-sessions',
    who: 'owner',
    path: '/profile',
    arrive: page => press(page, 'Cerrar las demás'),
    sees: { dialog: '¿Cerrar las demás sesiones?' },
  },
  {
    name: 'profile-delete',
    who: 'owner',
    path: '/profile',
    arrive: page => press(page, 'Eliminar mi cuenta'),
    sees: { dialog: '¿Eliminar tu cuenta?' },
  },
];
