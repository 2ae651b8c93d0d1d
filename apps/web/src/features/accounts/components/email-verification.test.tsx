import { act, screen } from '@testing-library/react';
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
