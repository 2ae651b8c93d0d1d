import { login } from '@minga/contract/accounts';
import { loginWithPasskey, startPasskeyLogin } from '@minga/contract/passkeys';
import { enterSecondFactor } from '@minga/contract/second-factor';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { giveAuthenticator, loginOptions } from '../../../../test/passkeys.ts';
import { renderInRouter } from '../../../../test/render.tsx';
import { declareResponses, errorResponse, maria, respond, visitor } from '../../../../test/server.ts';
import { sessionQuery } from '../api/session.ts';
import { LoginForm } from './login-form.tsx';

const PASSKEY = 'Entrar con llave de acceso';
type Answer = Parameters<typeof respond<typeof enterSecondFactor>>[1];

/** The form after the right password. */
async function atSecondStep(answer: Answer) {
  const sent = declareResponses({
    ...visitor,
    ...respond(login, { body: { next: 'second-factor' } }),
    ...respond(enterSecondFactor, answer),
    ...respond(startPasskeyLogin, { body: loginOptions }),
    ...respond(loginWithPasskey, { body: maria }),
  });
  const { queryClient } = await renderInRouter(<LoginForm />);
  await userEvent.type(screen.getByLabelText('Correo electrónico'), maria.email);
  await userEvent.type(screen.getByLabelText('Contraseña'), 'maíz-y-café{Enter}');
  const field = await screen.findByLabelText('Código de tu aplicación');
  await expect.poll(() => document.activeElement).toBe(field);
  return { sent, field, session: () => queryClient.getQueryData(sessionQuery.queryKey) };
}

test('starts no session before the code, and one after it', async () => {
  const { sent, field, session } = await atSecondStep({ body: maria });
  expect(session()).toBeFalsy();
  expect([field.getAttribute('inputmode'), field.getAttribute('autocomplete')]).toEqual([
    'numeric',
    'one-time-code',
  ]);
  await userEvent.click(field);
  await userEvent.paste('123 456');
  await userEvent.keyboard('{Enter}');
  await expect.poll(session).toEqual(maria);
  expect(sent.find(({ path }) => path === '/auth/second-factor')?.body).toEqual({ code: '123 456' });
});

test('offers the passkey first in a browser that knows them, and signs in with it', async () => {
  giveAuthenticator(() => 'passes');
  const { field, session } = await atSecondStep({ body: maria });
  const passkey = screen.getByRole('button', { name: PASSKEY });
  expect(passkey.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getByRole('group', { name: /Falta un paso: tu llave de acceso, un código/ })).toBeTruthy();
  await userEvent.click(passkey);
  await expect.poll(session).toEqual(maria);
});

test('a passkey that the browser does not use leaves the other ways', async () => {
  giveAuthenticator(() => 'NotAllowedError');
  await atSecondStep({ body: maria });
  await userEvent.click(screen.getByRole('button', { name: PASSKEY }));
  expect(await screen.findByText(/No se usó ninguna llave.*elige otra opción/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Usar un código de recuperación' })).toBeTruthy();
});

test('a browser that does not know passkeys names the other ways', async () => {
  await atSecondStep({ body: maria });
  expect(screen.queryByRole('button', { name: PASSKEY })).toBeNull();
  expect(screen.getByRole('group', { name: /Falta un paso: un código de la aplicación o/ })).toBeTruthy();
  expect(screen.getByText(/Este navegador no sabe usarla: entra desde otro o usa un código/)).toBeTruthy();
});

test('shows a wrong code and returns to the field', async () => {
  const { field, session } = await atSecondStep(errorResponse(401, 'El código no es correcto'));
  await userEvent.type(field, '000000{Enter}');
  expect(await screen.findByText('El código no es correcto')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(session()).toBeFalsy();
});

test('takes a recovery code instead', async () => {
  const { sent } = await atSecondStep({ body: maria });
  await userEvent.click(screen.getByRole('button', { name: 'Usar un código de recuperación' }));
  const field = screen.getByLabelText('Código de recuperación');
  expect(document.activeElement).toBe(field);
  await userEvent.type(field, 'abcd-efgh-2345{Enter}');
  await expect
    .poll(() => sent.find(({ path }) => path === '/auth/second-factor')?.body)
    .toEqual({ code: 'abcd-efgh-2345' });
});

test('an expired step returns to the password and says why', async () => {
  const message = 'Pasó mucho tiempo o la contraseña cambió.';
  const answer = { status: 401, body: { message, code: 'INVALID_TOKEN', success: false } };
  const { field } = await atSecondStep(answer);
  await userEvent.type(field, '123456{Enter}');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('');
});

test('the user can start over, and finds help', async () => {
  await atSecondStep({ body: maria });
  const help = screen.getByRole('link', { name: 'No tengo ninguna de estas cosas' });
  expect(help.getAttribute('href')).toBe('/ayuda/cuenta#si-perdiste-todo');
  await userEvent.click(screen.getByRole('button', { name: 'Volver a empezar' }));
  expect(screen.getByLabelText<HTMLInputElement>('Correo electrónico').value).toBe(maria.email);
});

test('an empty code is not sent', async () => {
  const { sent } = await atSecondStep({ body: maria });
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
  expect(await screen.findByText('Escribe el código')).toBeTruthy();
  expect(sent.some(({ path }) => path === '/auth/second-factor')).toBe(false);
});
