import { readVerificationLink, resendVerification, verifyEmail } from '@minga/contract/accounts';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { declareResponses, maria, respond, signedIn, visitor } from '../../../test/server.ts';
import { pendingReturn, storePendingReturn } from './session/pending-return.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

/** Advances in steps, because a timer that a render starts must be running before its own time can pass. */
async function wait(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) await act(() => vi.advanceTimersByTimeAsync(500));
}
const user = userEvent.setup({ advanceTimers: ms => vi.advanceTimersByTime(ms) });
const paths = (sent: { path: string }[]) => sent.map(({ path }) => path);

const link = respond(readVerificationLink, { body: { username: maria.username, email: maria.email } });
const verified = {
  ...link,
  ...respond(verifyEmail, { body: { success: true, message: 'Listo', user: maria } }),
};
const expired = {
  status: 400,
  body: { success: false, message: 'El enlace no es válido o ya venció.', code: 'INVALID_TOKEN' },
};
const unreadable = respond(readVerificationLink, expired);

/** Presses the page's button and lets the verification's delay pass. */
async function verify(): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Verificar mi correo' }));
  await wait(2000);
}

test.each(['/verify-email', '/verify-email?token='])(
  '%s sends no verification request and shows the missing token',
  async path => {
    const sent = declareResponses(visitor);
    renderApp(path);
    expect(await screen.findByText('Token de verificación no encontrado en la URL')).toBeTruthy();
    await wait(3000);
    expect(paths(sent)).not.toContain('/auth/verify-email');
  },
);

test('verifies only after a press of the button, 1.5 seconds later and once', async () => {
  const sent = declareResponses({ ...signedIn(() => null), ...verified });
  renderApp('/verify-email?token=123456');
  const button = await screen.findByRole('button', { name: 'Verificar mi correo' });
  expect(screen.getByText('María Chocué')).toBeTruthy();
  expect(screen.getByText('maria@example.org')).toBeTruthy();
  expect(screen.queryByText(/Aquí está abierta/)).toBeNull();
  await wait(10_000);
  expect(paths(sent)).not.toContain('/auth/verify-email');

  await user.click(button);
  expect(await screen.findByText(/Estamos verificando/)).toBeTruthy();
  await wait(1000);
  expect(paths(sent)).not.toContain('/auth/verify-email');
  await wait(1000);
  const calls = sent.filter(({ path }) => path === '/auth/verify-email');
  expect(calls.map(({ body }) => body)).toEqual([{ token: '123456' }]);
});

test('on success greets by name, counts down from five and redirects to /welcome', async () => {
  declareResponses({ ...signedIn(() => null), ...verified });
  const { router } = renderApp('/verify-email?token=abc');
  await verify();
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

test('returns to where the sign-up came from, once', async () => {
  storePendingReturn('/ayuda-a-registrarte?de=colectivo');
  declareResponses({ ...signedIn(() => null), ...verified });
  const { router } = renderApp('/verify-email?token=abc');
  await verify();
  expect(await screen.findByText(/Te llevamos a donde estabas/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Continuar' });
  expect(link.getAttribute('href')).toBe('/ayuda-a-registrarte?de=colectivo');
  await user.click(link);
  await vi.waitFor(() => expect(router.state.location.href).toBe('/ayuda-a-registrarte?de=colectivo'));
  expect(pendingReturn()).toBeUndefined();
});

test('a sign-up from no page removes the path of an earlier one, and no path leaves the site', () => {
  storePendingReturn('/colectivos');
  expect(pendingReturn()).toBe('/colectivos');
  storePendingReturn(undefined);
  expect(pendingReturn()).toBeUndefined();
  storePendingReturn('//example.org/colectivos');
  expect(pendingReturn()).toBeUndefined();
});

test('an invalid link shows the reason, and a valid address can request another link', async () => {
  const resent = respond(resendVerification, { body: { message: 'Email de verificación reenviado' } });
  const sent = declareResponses({ ...visitor, ...unreadable, ...resent });
  renderApp('/verify-email?token=abc');
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

test('moves the token from the URL to the history state, which survives a reload', async () => {
  declareResponses({ ...visitor, ...link });
  const { router } = renderApp('/verify-email?token=123456');
  await screen.findByRole('button', { name: 'Verificar mi correo' });
  expect(router.state.location.href).toBe('/verify-email');
  expect(router.history.length).toBe(1);
  expect(router.history.location.state.linkToken).toBe('123456');
});

test('a used link offers a visitor the sign-in page', async () => {
  declareResponses({ ...visitor, ...unreadable });
  renderApp('/verify-email?token=abc');
  await screen.findByText('El enlace no es válido o ya venció.');
  const main = within(screen.getByRole('main'));
  expect(main.getByText(/Si ya verificaste tu cuenta/)).toBeTruthy();
  expect(main.getByRole('link', { name: 'inicia sesión' })).toHaveProperty('pathname', '/login');
});

test('a link used by another tab before the press shows the reason', async () => {
  declareResponses({ ...visitor, ...link, ...respond(verifyEmail, expired) });
  renderApp('/verify-email?token=abc');
  await verify();
  expect(await screen.findByText('El enlace no es válido o ya venció.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Enviar nuevo enlace' })).toBeTruthy();
});

test('a used link tells a signed-in user that the account is ready and links to the activities', async () => {
  declareResponses({ ...unreadable, ...signedIn() });
  renderApp('/verify-email?token=abc');
  expect(await screen.findByRole('heading', { level: 1, name: 'Tu cuenta está lista' })).toBeTruthy();
  const main = within(screen.getByRole('main'));
  expect(main.getByText('maria@example.org')).toBeTruthy();
  expect(main.getByText('El enlace no es válido o ya venció.')).toBeTruthy();
  expect(main.getByRole('link', { name: 'Ir a mis actividades' })).toHaveProperty('pathname', '/tasks');
  // It may have been the link of another account.
  expect(main.getByRole('button', { name: 'Enviar nuevo enlace' })).toBeTruthy();
});

test('an unavailable server does not mark the link as used, even for a signed-in user', async () => {
  const unavailable = {
    status: 503,
    body: { message: 'La base de datos no responde.', code: 'UNAVAILABLE' },
  };
  declareResponses({ ...link, ...respond(verifyEmail, unavailable), ...signedIn() });
  renderApp('/verify-email?token=abc');
  await verify();
  expect(await screen.findByText('La base de datos no responde.')).toBeTruthy();
  expect(screen.queryByText('Tu cuenta está lista')).toBeNull();
});

const luis = {
  ...maria,
  _id: '0199aaaa-0000-7000-8000-000000000002',
  username: 'Luis',
  email: 'luis@example.org',
};

test('with an open session names its account and that of the link', async () => {
  declareResponses({ ...link, ...signedIn(luis) });
  renderApp('/verify-email?token=abc');
  await screen.findByRole('button', { name: 'Verificar mi correo' });
  const main = within(screen.getByRole('main'));
  expect(main.getByText(/^Este enlace es de la cuenta de/).textContent).toBe(
    'Este enlace es de la cuenta de María Chocué, con el correo maria@example.org. Al verificarlo entras con esa cuenta.',
  );
  expect(main.getByText(/^Aquí está abierta/).textContent).toBe(
    'Aquí está abierta la sesión de Luis, con el correo luis@example.org. Si verificas, se cierra.',
  );
});

test.each([
  ['another user', luis, 1],
  ['the same user', maria, 0],
  ['no user', null, 0],
])('success while %s was signed in', async (_, before, times) => {
  declareResponses({ ...verified, ...signedIn(() => before) });
  renderApp('/verify-email?token=abc');
  await verify();
  await screen.findByRole('heading', { name: '¡Bienvenida, María Chocué!' });
  const main = within(screen.getByRole('main'));
  expect(main.queryAllByText(/^Entraste como/)).toHaveLength(times);
  expect(main.queryAllByText('maria@example.org')).toHaveLength(times);
});

test('retries the same link after a network error', async () => {
  declareResponses({ ...visitor, ...respond(readVerificationLink, 'unreachable') });
  renderApp('/verify-email?token=abc');
  await wait(10_000);
  expect(await screen.findByText('Error de conexión al verificar email')).toBeTruthy();
  declareResponses({ ...visitor, ...link, ...respond(verifyEmail, 'unreachable') });
  await user.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
  await verify();
  expect(await screen.findByText('Error de conexión al verificar email')).toBeTruthy();
  declareResponses({ ...signedIn(() => null), ...verified });
  await user.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
  await wait(2000);
  expect(await screen.findByRole('heading', { name: '¡Bienvenida, María Chocué!' })).toBeTruthy();
});
