import { requestPasswordReset, resetPassword } from '@minga/contract/accounts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fill } from '../../../test/fill.ts';
import { renderApp } from '../../../test/render.tsx';
import { declareResponses, maria, type Responses, respond, signedIn, visitor } from '../../../test/server.ts';

const DONE = 'Contraseña restablecida exitosamente';
const BAD_LINK = 'El enlace de recuperación no es válido o ya venció. Pide uno nuevo.';
const done = respond(resetPassword, { body: { message: DONE } });
const rejected = respond(resetPassword, { status: 400, body: { message: BAD_LINK, code: 'INVALID_TOKEN' } });

async function show(responses: Responses = done) {
  const sent = declareResponses({ ...visitor, ...responses });
  const app = renderApp('/reset-password?token=000123');
  await screen.findByRole('heading', { level: 1, name: 'Restablecer Contraseña' });
  return { ...app, sent };
}

async function submit(password: string, repeated = password): Promise<void> {
  if (password !== '') await fill(screen.getByLabelText('Nueva contraseña'), password);
  if (repeated !== '') await fill(screen.getByLabelText('Confirmar contraseña'), repeated);
  await userEvent.click(screen.getByRole('button', { name: 'Restablecer contraseña' }));
}

test.each(['/reset-password', '/reset-password?token='])(
  '%s without a token redirects to /login',
  async path => {
    declareResponses(visitor);
    const { router } = renderApp(path);
    expect(await screen.findByRole('heading', { name: 'Iniciar sesión' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/login');
  },
);

test('moves the token from the URL to the history state, which survives a reload', async () => {
  const { router } = await show();
  expect(router.state.location.href).toBe('/reset-password');
  expect(router.history.length).toBe(1);
  expect(router.history.location.state.linkToken).toBe('000123');
  expect(screen.getByRole('link', { name: 'Volver al login' }).getAttribute('href')).toBe('/login');
});

test.each([
  ['', '', ['La contraseña debe tener al menos 6 caracteres', 'Repite la contraseña']],
  ['12345', '12345', ['La contraseña debe tener al menos 6 caracteres']],
  ['secreta', '', ['Repite la contraseña']],
  ['secreta', 'secretas', ['Las contraseñas no coinciden']],
  ['12345', '54321', ['La contraseña debe tener al menos 6 caracteres', 'Las contraseñas no coinciden']],
])('shows the errors of "%s" and "%s" at their fields', async (password, repeated, sentences) => {
  const { sent } = await show();
  await submit(password, repeated);
  for (const sentence of sentences) expect(await screen.findByText(sentence)).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('sends the new password once, shows the success, then redirects to /login', async () => {
  const { router, sent } = await show();
  await submit('maíz-y-café');
  expect(await screen.findByRole('heading', { name: DONE })).toBeTruthy();
  expect(screen.getByText('Serás redirigido al login en unos segundos...')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Volver al login' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/reset-password');
  const posts = sent.filter(({ method }) => method === 'POST');
  expect(posts.map(({ body }) => body)).toEqual([{ token: '000123', newPassword: 'maíz-y-café' }]);
  await expect.poll(() => router.state.location.pathname).toBe('/login');
});

test('the button shows that the request is pending', async () => {
  const response = Promise.withResolvers<{ body: { message: string } }>();
  await show(respond(resetPassword, () => response.promise));
  await submit('maíz-y-café');
  const busy = await screen.findByRole('button', { name: 'Restableciendo...' });
  expect(busy.getAttribute('aria-disabled')).toBe('true');
  response.resolve({ body: { message: DONE } });
  expect(await screen.findByRole('heading', { name: DONE })).toBeTruthy();
});

test('an invalid link shows its error, and another can be requested', async () => {
  const sends = respond(requestPasswordReset, { body: { message: 'Enviado', resetLink: null } });
  const { sent } = await show({ ...rejected, ...sends });
  await submit('maíz-y-café');
  expect((await screen.findByText(BAD_LINK)).closest('[role=alert]')).toBe(document.activeElement);
  await userEvent.click(screen.getByRole('button', { name: 'Pedir un enlace nuevo' }));
  await fill(await screen.findByRole('textbox', { name: 'Correo electrónico' }), maria.email);
  await userEvent.click(screen.getByRole('button', { name: 'Enviar enlace' }));
  expect(await screen.findByText('Enviado')).toBeTruthy();
  expect(sent.at(-1)?.body).toEqual({ email: maria.email });
});

test.each([
  ['a list', ['Una cosa', 'Otra cosa'], ['Una cosa', 'Otra cosa']],
  ['a single sentence', 'Vuelve a intentar', ['Vuelve a intentar']],
])('lists other errors under the form: %s', async (_, message, sentences) => {
  await show(respond(resetPassword, { status: 503, body: { message, code: 'UNAVAILABLE' } }));
  await submit('maíz-y-café');
  for (const sentence of sentences) expect((await screen.findByText(sentence)).tagName).toBe('LI');
  expect(screen.queryByRole('button', { name: 'Pedir un enlace nuevo' })).toBeNull();
});

test('a network error names the failed action', async () => {
  await show(respond(resetPassword, 'unreachable'));
  await submit('maíz-y-café');
  expect(await screen.findByText('Error al restablecer contraseña')).toBeTruthy();
});

test('ends the session of the signed-in user without reporting a session loss', async () => {
  let hasEnded = false;
  const reset = () => {
    hasEnded = true;
    return { body: { message: DONE } };
  };
  await show({
    ...signedIn(() => (hasEnded ? null : maria)),
    ...respond(resetPassword, reset),
  });
  expect(await screen.findByRole('button', { name: 'Menú de María Chocué' })).toBeTruthy();
  await submit('maíz-y-café');
  expect(await screen.findByRole('heading', { name: DONE })).toBeTruthy();
  await expect.poll(() => screen.queryByRole('button', { name: 'Menú de María Chocué' })).toBeNull();
  expect(screen.queryByText(/Tu sesión terminó/)).toBeNull();
});

test('keeps the session of another account', async () => {
  await show({ ...done, ...signedIn() });
  await submit('maíz-y-café');
  expect(await screen.findByRole('heading', { name: DONE })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Menú de María Chocué' })).toBeTruthy();
});
