import { confirmEmailChange } from '@minga/contract/profile';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp } from '../../../../test/render.tsx';
import {
  declareResponses,
  maria,
  type Responses,
  respond,
  signedIn,
  visitor,
} from '../../../../test/server.ts';

const done = { body: { message: 'Tu correo quedó cambiado' } };

function show(responses: Responses = {}, path = '/confirm-email?token=123456') {
  const sent = declareResponses({ ...visitor, ...responses });
  renderApp(path);
  return { posts: () => sent.filter(({ method }) => method === 'POST') };
}

const confirm = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Confirmar el cambio de correo' }));

test('confirms only when the button is pressed', async () => {
  const { posts } = show(respond(confirmEmailChange, done));
  await screen.findByRole('button', { name: 'Confirmar el cambio de correo' });
  expect(posts()).toEqual([]);

  await confirm();
  expect(await screen.findByRole('heading', { name: 'Tu correo quedó cambiado' })).toBeTruthy();
  expect(posts().map(({ body }) => body)).toEqual([{ token: '123456' }]);
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Iniciar sesión' })).toHaveProperty('pathname', '/login');
});

test('a signed-in user sees the new address and a link to the profile', async () => {
  let email: string = maria.email;
  show({
    ...signedIn(() => ({ ...maria, email })),
    ...respond(confirmEmailChange, () => {
      email = 'nueva@example.org';
      return done;
    }),
  });
  await confirm();
  expect(await screen.findByRole('link', { name: 'Ir a mi perfil' })).toHaveProperty('pathname', '/profile');
  expect(screen.getByText('nueva@example.org')).toBeTruthy();
  expect(screen.queryByText(maria.email)).toBeNull();
});

test('moves the token from the URL to the history state, which survives a reload', async () => {
  declareResponses(visitor);
  const { router } = renderApp('/confirm-email?token=123456');
  await screen.findByRole('button', { name: 'Confirmar el cambio de correo' });
  expect(router.state.location.href).toBe('/confirm-email');
  expect(router.history.length).toBe(1);
  expect(router.history.location.state.linkToken).toBe('123456');
});

test('the button shows that the request is pending', async () => {
  const response = Promise.withResolvers<typeof done>();
  show(respond(confirmEmailChange, () => response.promise));
  await confirm();
  expect(await screen.findByRole('button', { name: 'Confirmando…' })).toHaveProperty('ariaDisabled', 'true');
  response.resolve(done);
  expect(await screen.findByRole('heading', { name: 'Tu correo quedó cambiado' })).toBeTruthy();
});

test('shows an error without a token', async () => {
  show({}, '/confirm-email?token=');
  expect(await screen.findByText('Token de confirmación no encontrado en la URL')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirmar el cambio de correo' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Ir a mi perfil' })).toHaveProperty('pathname', '/profile');
});

test.each([
  [400, 'INVALID_TOKEN', 'El enlace no es válido o ya venció.'],
  [409, 'CONFLICT', 'Ya hay una cuenta con ese correo.'],
])('a %i response is final: shows the reason and a link to the profile', async (status, code, message) => {
  show(respond(confirmEmailChange, { status, body: { success: false, message, code } }));
  await confirm();
  expect(await screen.findByRole('heading', { level: 1, name: 'No pudimos cambiar tu correo' })).toBeTruthy();
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ir a mi perfil' })).toBeTruthy();
});

test('retries the same link after a network error', async () => {
  show(respond(confirmEmailChange, 'unreachable'));
  await confirm();
  expect(await screen.findByText('Error al cambiar el correo')).toBeTruthy();
  declareResponses({ ...visitor, ...respond(confirmEmailChange, done) });
  await confirm();
  expect(await screen.findByRole('heading', { name: 'Tu correo quedó cambiado' })).toBeTruthy();
});
