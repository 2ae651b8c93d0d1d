import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../../test/render.tsx';
import { answerWith, maria } from '../../../../test/server.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

/** In steps: what one timer's change starts anew must be rendered before its own time can pass. */
async function wait(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) await act(() => vi.advanceTimersByTimeAsync(500));
}
const user = userEvent.setup({ advanceTimers: ms => vi.advanceTimersByTime(ms) });
const paths = (sent: { path: string }[]) => sent.map(({ path }) => path);

const verified = { 'POST /auth/verify-email': { body: { success: true, message: 'Listo', user: maria } } };
const expired = {
  'POST /auth/verify-email': {
    status: 400,
    body: { success: false, message: 'El enlace no es válido o ya venció.', code: 'INVALID_TOKEN' },
  },
};

test.each(['/verify-email', '/verify-email?token='])(
  '%s: nothing is asked; a new link can be',
  async path => {
    const sent = answerWith({});
    renderApp(path);
    expect(await screen.findByText('Token de verificación no encontrado en la URL')).toBeTruthy();
    await wait(3000);
    expect(paths(sent)).not.toContain('/auth/verify-email');
  },
);

test('it verifies after a second and a half, once', async () => {
  const sent = answerWith(verified);
  renderApp('/verify-email?token=123456');
  expect(await screen.findByText(/Estamos verificando/)).toBeTruthy();
  await wait(1000);
  expect(paths(sent)).not.toContain('/auth/verify-email');
  await wait(1000);
  const calls = sent.filter(({ path }) => path === '/auth/verify-email');
  expect(calls.map(({ body }) => body)).toEqual([{ token: '123456' }]);
});

test('success greets by name, counts down from five and goes to the welcome', async () => {
  answerWith(verified);
  const { router } = renderApp('/verify-email?token=abc');
  await wait(2000);
  expect(await screen.findByRole('heading', { name: '¡Bienvenida, María Chocué!' })).toBeTruthy();
  const left = Number(screen.getByRole('timer').textContent);
  expect(left).toBeGreaterThanOrEqual(4);
  await wait(2000);
  expect(Number(screen.getByRole('timer').textContent)).toBe(left - 2);
  expect(screen.getByRole('link', { name: 'Continuar' }).getAttribute('href')).toBe('/welcome');
  await wait(4000);
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/welcome'));
  expect(await screen.findByRole('heading', { name: '¡Bienvenida, María Chocué!' })).toBeTruthy();
});

test('a link that is no good shows why, and another can be asked for with a valid address', async () => {
  const resent = {
    'POST /auth/resend-verification': { body: { message: 'Email de verificación reenviado' } },
  };
  const sent = answerWith({ ...expired, ...resent });
  renderApp('/verify-email?token=abc');
  await wait(2000);
  expect(await screen.findByText('El enlace no es válido o ya venció.')).toBeTruthy();

  const button = screen.getByRole('button', { name: 'Enviar nuevo enlace' });
  expect(button.hasAttribute('disabled')).toBe(true);
  await user.type(screen.getByRole('textbox', { name: 'Correo electrónico' }), 'maria@example');
  expect(screen.queryByText('Email válido')).toBeNull();
  expect(await screen.findByText('Por favor ingresa un email válido')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Correo electrónico' }), '.org');
  expect(await screen.findByText('Email válido')).toBeTruthy();
  await user.click(button);

  const done = 'Email de verificación enviado exitosamente. Revisa tu bandeja de entrada.';
  expect(await screen.findByText(done)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ir a iniciar sesión' }).getAttribute('href')).toBe('/login');
  expect(sent.at(-1)?.body).toEqual({ email: 'maria@example.org' });
});

test('the token does not stay in the address, and survives a reload', async () => {
  answerWith({});
  const { router } = renderApp('/verify-email?token=123456');
  await screen.findByText(/Estamos verificando/);
  expect(router.state.location.href).toBe('/verify-email');
  expect(router.history.length).toBe(1);
  expect(router.history.location.state.linkToken).toBe('123456');
});

test('a used link leads who is not signed in to sign in', async () => {
  answerWith(expired);
  renderApp('/verify-email?token=abc');
  await wait(2000);
  await screen.findByText('El enlace no es válido o ya venció.');
  const main = within(screen.getByRole('main'));
  expect(main.getByText(/Si ya verificaste tu cuenta/)).toBeTruthy();
  expect(main.getByRole('link', { name: 'inicia sesión' })).toHaveProperty('pathname', '/login');
});

test('a used link tells who is signed in that all is well, and leads on', async () => {
  answerWith({ ...expired, 'GET /auth/verify': { body: maria } });
  renderApp('/verify-email?token=abc');
  await wait(2000);
  expect(await screen.findByRole('heading', { level: 1, name: 'Tu cuenta está lista' })).toBeTruthy();
  const main = within(screen.getByRole('main'));
  expect(main.getByText('maria@example.org')).toBeTruthy();
  expect(main.getByText('El enlace no es válido o ya venció.')).toBeTruthy();
  expect(main.getByRole('link', { name: 'Ir a mis actividades' })).toHaveProperty('pathname', '/tasks');
  // It may have been the link of another account.
  expect(main.getByRole('button', { name: 'Enviar nuevo enlace' })).toBeTruthy();
});

test('a server that is away says nothing of the link, whoever is signed in', async () => {
  const away = { status: 503, body: { message: 'La base de datos no responde.', code: 'UNAVAILABLE' } };
  answerWith({ 'POST /auth/verify-email': away, 'GET /auth/verify': { body: maria } });
  renderApp('/verify-email?token=abc');
  await wait(2000);
  expect(await screen.findByText('La base de datos no responde.')).toBeTruthy();
  expect(screen.queryByText('Tu cuenta está lista')).toBeNull();
});

const luis = {
  ...maria,
  _id: '0199aaaa-0000-7000-8000-000000000002',
  username: 'Luis',
  email: 'luis@example.org',
};

test.each([
  ['somebody else', luis, 1],
  ['the same person', maria, 0],
  ['nobody', null, 0],
])('success after the session of %s', async (_, before, times) => {
  answerWith({ ...verified, 'GET /auth/verify': { body: before } });
  renderApp('/verify-email?token=abc');
  await wait(2000);
  await screen.findByRole('heading', { name: '¡Bienvenida, María Chocué!' });
  const main = within(screen.getByRole('main'));
  expect(main.queryAllByText(/^Entraste como/)).toHaveLength(times);
  expect(main.queryAllByText('maria@example.org')).toHaveLength(times);
});

test('without a connection the same link can be tried again', async () => {
  answerWith({ 'POST /auth/verify-email': 'unreachable' });
  renderApp('/verify-email?token=abc');
  await wait(2000);
  expect(await screen.findByText('Error de conexión al verificar email')).toBeTruthy();
  answerWith(verified);
  await user.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
  await wait(2000);
  expect(await screen.findByRole('heading', { name: '¡Bienvenida, María Chocué!' })).toBeTruthy();
});
