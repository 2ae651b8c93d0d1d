import { login, resendVerification } from '@minga/contract/accounts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPiece } from '../../../../test/render.tsx';
import { declareResponses, maria, respond } from '../../../../test/server.ts';
import { LoginForm } from './login-form.tsx';

async function fillIn(email: string, password: string): Promise<void> {
  renderPiece(<LoginForm />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Correo electrónico' }), email);
  await userEvent.type(screen.getByLabelText('Contraseña'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
}

test('shows invalid values at their fields and sends nothing', async () => {
  const sent = declareResponses({});
  await fillIn('nada', '12345');
  expect(await screen.findByText('Ingresa un correo electrónico válido')).toBeTruthy();
  expect(screen.getByText('La contraseña debe tener al menos 6 caracteres')).toBeTruthy();
  const field = screen.getByRole('textbox', { name: 'Correo electrónico' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(sent).toEqual([]);
});

test('sends the address trimmed and in lower case', async () => {
  const sent = declareResponses(respond(login, { body: maria }));
  await fillIn('  MARIA@Example.org ', 'secreta');
  await expect.poll(() => sent[0]?.body).toEqual({ email: 'maria@example.org', password: 'secreta' });
});

test.each([
  ['a single sentence', 'Correo o contraseña incorrectos', ['Correo o contraseña incorrectos']],
  ['a list', ['Una cosa', 'Otra cosa'], ['Una cosa', 'Otra cosa']],
])('shows the server’s error: %s', async (_, message, sentences) => {
  declareResponses(respond(login, { status: 401, body: { message, code: 'UNAUTHENTICATED' } }));
  await fillIn('maria@example.org', 'secreta');
  for (const sentence of sentences) expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe(sentences.join(''));
});

test('while sending, the button keeps the focus and a second submission is ignored', async () => {
  const response = Promise.withResolvers<{ status: number; body: { message: string; code: string } }>();
  const sent = declareResponses(respond(login, () => response.promise));
  await fillIn('maria@example.org', 'secreta');
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Entrando…' });
  expect(button.disabled).toBe(false);
  await userEvent.keyboard('{Enter}');
  await userEvent.type(screen.getByLabelText('Contraseña'), '{Enter}');
  button.focus();
  response.resolve({
    status: 401,
    body: { message: 'Correo o contraseña incorrectos', code: 'UNAUTHENTICATED' },
  });
  expect(await screen.findByText('Correo o contraseña incorrectos')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Iniciar sesión' }));
  expect(sent).toHaveLength(1);
});

test('a network error names the failed action and the missing connection', async () => {
  declareResponses(respond(login, 'unreachable'));
  await fillIn('maria@example.org', 'secreta');
  expect(await screen.findByText('Error al iniciar sesión')).toBeTruthy();
  expect(screen.getByText(/No hay conexión con el servidor/)).toBeTruthy();
});

test('the password can be shown and hidden again', async () => {
  renderPiece(<LoginForm />);
  const field = screen.getByLabelText('Contraseña');
  expect(field.getAttribute('type')).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar contraseña' }));
  expect(field.getAttribute('type')).toBe('text');
  await userEvent.click(screen.getByRole('button', { name: 'Ocultar contraseña' }));
  expect(field.getAttribute('type')).toBe('password');
});

test('a user with an unverified e-mail can request another link', async () => {
  const message = 'Verifica tu correo electrónico antes de iniciar sesión';
  const sent = declareResponses({
    ...respond(login, { status: 403, body: { message, code: 'EMAIL_NOT_VERIFIED' } }),
    ...respond(resendVerification, { body: { message: 'Te enviamos otro enlace' } }),
  });
  await fillIn('Maria@example.org', 'secreta');
  expect(await screen.findByText(message)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Enviar otro enlace de verificación' }));

  expect(await screen.findByText('Te enviamos otro enlace')).toBeTruthy();
  expect(sent.at(-1)?.body).toEqual({ email: 'maria@example.org' });
  expect(screen.queryByRole('button', { name: 'Enviar otro enlace de verificación' })).toBeNull();
});

test('shows why the link was not sent and offers a retry', async () => {
  declareResponses({
    ...respond(login, { status: 403, body: { message: 'Verifica', code: 'EMAIL_NOT_VERIFIED' } }),
    ...respond(resendVerification, {
      status: 429,
      body: { message: 'Espera un poco', code: 'RATE_LIMITED' },
    }),
  });
  await fillIn('maria@example.org', 'secreta');
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar otro enlace de verificación' }));
  expect(await screen.findByText('Espera un poco')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Enviar otro enlace de verificación' })).toBeTruthy();
});
