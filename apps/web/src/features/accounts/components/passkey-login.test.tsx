import { listOwnActivities } from '@minga/contract/activities';
import { loginWithPasskey, startPasskeyLogin } from '@minga/contract/passkeys';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { giveAuthenticator, loginOptions } from '../../../../test/passkeys.ts';
import { renderApp } from '../../../../test/render.tsx';
import {
  declareResponses,
  errorResponse,
  maria,
  respond,
  signedIn,
  visitor,
} from '../../../../test/server.ts';

const NAME = 'Entrar con llave de acceso';
const options = respond(startPasskeyLogin, { body: loginOptions });
const press = async () => userEvent.click(await screen.findByRole('button', { name: NAME }));

test('a passkey signs in without typing', async () => {
  giveAuthenticator(() => 'passes');
  const sent = declareResponses({
    ...signedIn(() => null),
    ...options,
    ...respond(loginWithPasskey, { body: maria }),
    ...respond(listOwnActivities, { body: [] }),
  });
  const { router } = renderApp('/login');
  await press();
  await expect.poll(() => router.state.location.pathname).toBe('/tasks');
  expect(sent.find(({ path }) => path === '/auth/passkeys/login')?.body).toMatchObject({
    response: { id: 'AQID', response: { signature: 'AQID' } },
  });
});

test.each([
  ['NotAllowedError', /se cerró la ventana, pasó el tiempo o aquí no hay una/],
  ['SecurityError', /Elige otra opción/],
] as const)('%s is explained, and the button tries again', async (name, sentence) => {
  giveAuthenticator(() => name);
  declareResponses({ ...visitor, ...options });
  renderApp('/login');
  await press();
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByRole('button', { name: NAME })).toBeTruthy();
  expect(screen.getByLabelText('Contraseña')).toBeTruthy();
});

test('shows the server’s sentence for a passkey that it rejects', async () => {
  giveAuthenticator(() => 'passes');
  const rejected = errorResponse(401, 'Esta llave de acceso no abre ninguna cuenta', 'UNAUTHENTICATED');
  declareResponses({ ...visitor, ...options, ...respond(loginWithPasskey, rejected) });
  renderApp('/login');
  await press();
  expect(await screen.findByText('Esta llave de acceso no abre ninguna cuenta')).toBeTruthy();
});

test('a browser that does not know passkeys shows the password alone', async () => {
  declareResponses(visitor);
  renderApp('/login');
  expect(await screen.findByLabelText('Contraseña')).toBeTruthy();
  expect(screen.queryByRole('button', { name: NAME })).toBeNull();
});
