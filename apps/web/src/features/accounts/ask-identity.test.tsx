import { createAdmin } from '@minga/contract/administration/admins';
import { confirmIdentity, getSecondFactor, type SecondFactor } from '@minga/contract/identity';
import { startPasskeyLogin } from '@minga/contract/passkeys';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { giveAuthenticator, loginOptions } from '../../../test/passkeys.ts';
import { aProfile, aSecondFactor, renderProfile } from '../../../test/profile.ts';
import { errorResponse, type Responses, respond } from '../../../test/server.ts';
import { call } from '../../lib/server/api.ts';

const body = { username: 'Rosa', email: 'rosa@example.org', password: 'maíz-y-café-3' };
const UNCONFIRMED = 'Confirma que eres tú';
const none = aSecondFactor();
const some = aSecondFactor({ totp: { since: '2026-11-01T15:00:00.000Z' }, recoveryCodesLeft: 10 });

const passkeyOnly = aSecondFactor({ passkeyCount: 1, recoveryCodesLeft: 10 });
const PASSKEY = 'Usar una llave de acceso';

/** A call that needs a confirmed identity, from a page of the app. */
async function create(factor: SecondFactor, responses: Responses = {}) {
  let isConfirmed = false;
  const { sent } = renderProfile({
    ...respond(getSecondFactor, { body: factor }),
    ...respond(confirmIdentity, () => {
      isConfirmed = true;
      return {};
    }),
    ...respond(startPasskeyLogin, { body: loginOptions }),
    ...respond(createAdmin, () =>
      isConfirmed
        ? { body: { ...aProfile().user, formerAdmin: false } }
        : errorResponse(403, UNCONFIRMED, 'CONFIRM_IDENTITY'),
    ),
    ...responses,
  });
  await screen.findByRole('heading', { level: 1 });
  const outcome = call(createAdmin, { body }).then(
    () => 'created',
    error => error.code,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }));
  return { outcome, dialog, posts: () => sent.filter(({ method }) => method === 'POST') };
}

test('asks for the password and repeats the call', async () => {
  const { outcome, dialog, posts } = await create(none);
  const field = await dialog.findByLabelText('Contraseña');
  expect(dialog.queryByRole('button', { name: 'Usar un código' })).toBeNull();
  await userEvent.type(field, 'secreta{Enter}');
  expect(await outcome).toBe('created');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(posts().map(({ path }) => path)).toEqual([
    '/auth/admin/register',
    '/auth/identity',
    '/auth/admin/register',
  ]);
  expect(posts()[1]?.body).toEqual({ password: 'secreta' });
});

test('asks for a code if the account has an app, and takes the password, too', async () => {
  const { outcome, dialog, posts } = await create(some);
  await dialog.findByLabelText('Código de tu aplicación');
  await userEvent.click(dialog.getByRole('button', { name: 'Usar mi contraseña' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Usar un código' }));
  await userEvent.type(dialog.getByLabelText('Código de tu aplicación'), '123 456{Enter}');
  expect(await outcome).toBe('created');
  expect(posts()[1]?.body).toEqual({ code: '123 456' });
});

test('asks for the passkey if the account has no app', async () => {
  giveAuthenticator(() => 'passes');
  const { outcome, dialog, posts } = await create(passkeyOnly);
  const button = await dialog.findByRole('button', { name: PASSKEY });
  await expect.poll(() => document.activeElement).toBe(button);
  expect(dialog.queryByLabelText('Contraseña')).toBeNull();
  await userEvent.click(button);
  expect(await outcome).toBe('created');
  expect(posts().find(({ path }) => path === '/auth/identity')?.body).toMatchObject({
    passkey: { id: 'AQID' },
  });
});

test('takes the password instead of the passkey', async () => {
  giveAuthenticator(() => 'NotAllowedError');
  const { outcome, dialog } = await create(passkeyOnly);
  await userEvent.click(await dialog.findByRole('button', { name: PASSKEY }));
  expect(await dialog.findByText(/No se usó ninguna llave/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Usar mi contraseña' }));
  const field = dialog.getByLabelText('Contraseña');
  expect(document.activeElement).toBe(field);
  expect(dialog.getByRole('button', { name: PASSKEY })).toBeTruthy();
  await userEvent.type(field, 'secreta{Enter}');
  expect(await outcome).toBe('created');
});

test('asks for the password in a browser that does not know passkeys', async () => {
  const { dialog } = await create(passkeyOnly);
  expect(await dialog.findByLabelText('Contraseña')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: PASSKEY })).toBeNull();
});

test.each([
  ['the button', () => userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])('cancelled by %s, the call fails as usual', async (_, cancel) => {
  const { outcome, dialog } = await create(none);
  await dialog.findByLabelText('Contraseña');
  await cancel();
  expect(await outcome).toBe('CONFIRM_IDENTITY');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows a wrong password at its field and stays open', async () => {
  const message = 'La contraseña actual no es correcta';
  const { dialog } = await create(
    none,
    respond(confirmIdentity, errorResponse(403, message, 'WRONG_PASSWORD')),
  );
  await userEvent.type(await dialog.findByLabelText('Contraseña'), 'otra{Enter}');
  expect(await dialog.findByText(message)).toBeTruthy();
});
