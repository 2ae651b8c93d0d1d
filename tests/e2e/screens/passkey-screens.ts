import type { Page } from '@playwright/test';
import { NOW } from './fixed-times.ts';
import { changeResponse, stubError, stubResponse } from './network-stubs.ts';
import type { Screen } from './screen.ts';

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

const PHONE_ID = '01930000-0000-7000-8000-0000000000e1';
const LAPTOP_ID = '01930000-0000-7000-8000-0000000000e2';

/** An account with two passkeys as its only second factor. */
async function stubPasskeys(page: Page): Promise<void> {
  await changeResponse(page, 'GET /auth/second-factor', json => ({
    ...json,
    passkeyCount: 2,
    recoveryCodesLeft: 7,
  }));
  await stubResponse(page, 'GET /auth/passkeys', [
    { _id: PHONE_ID, name: 'Chrome en Android', createdAt: NOW, lastUsedAt: NOW },
    { _id: LAPTOP_ID, name: 'El computador de la casa comunal', createdAt: NOW, lastUsedAt: null },
  ]);
}

const list = (page: Page) => press(page, 'Ver tus 2 llaves de acceso');

/** Passkeys, in the profile and on the sign-in screen. */
export const passkeyScreens: readonly Screen[] = [
  {
    name: 'profile-passkeys',
    viewer: 'owner',
    path: '/profile#seguridad',
    stub: stubPasskeys,
    interact: list,
    shows: 'El computador de la casa comunal',
  },
  {
    name: 'profile-passkey-new',
    viewer: 'owner',
    path: '/profile#seguridad',
    stub: page => stubError(page, 'POST /auth/passkeys/register/options'),
    interact: async page => {
      await press(page, 'Agregar una llave de acceso');
      await page.getByRole('button', { name: 'Crear la llave' }).click();
    },
    shows: 'Demasiados intentos',
  },
  {
    name: 'profile-passkey-remove',
    viewer: 'owner',
    path: '/profile#seguridad',
    stub: stubPasskeys,
    interact: async page => {
      await list(page);
      await press(page, 'Quitar: Chrome en Android');
    },
    shows: { dialog: '¿Quitar «Chrome en Android»?' },
  },
  {
    name: 'profile-passkeys-identity',
    viewer: 'owner',
    path: '/profile#seguridad',
    stub: async page => {
      await stubPasskeys(page);
      const unconfirmed = { message: 'Confirma que eres tú', code: 'CONFIRM_IDENTITY' };
      await stubError(page, 'GET /auth/passkeys', 403, unconfirmed);
    },
    interact: list,
    shows: 'Usar una llave de acceso',
  },
  {
    name: 'login-passkey-error',
    viewer: 'visitor',
    path: '/login',
    stub: page => stubError(page, 'POST /auth/passkeys/login/options'),
    interact: page => press(page, 'Entrar con llave de acceso'),
    shows: 'Demasiados intentos',
  },
];
