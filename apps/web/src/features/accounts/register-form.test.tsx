import { resendVerification } from '@minga/contract/accounts';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPiece } from '../../../test/render.tsx';
import { declareResponses, respond } from '../../../test/server.ts';
import { announceReload } from '../../lib/server/pending-reload.ts';
import { RegisterForm } from './register-form.tsx';

const right = {
  'Nombre de usuario': 'María Chocué',
  'Correo electrónico': 'maria@example.org',
  Teléfono: '3124567890',
  Contraseña: 'secreta',
  'Confirmar contraseña': 'secreta',
};

async function register(values: Partial<typeof right> = right): Promise<void> {
  renderPiece(<RegisterForm />);
  for (const [label, value] of Object.entries({ ...right, ...values })) {
    if (value !== '') await userEvent.type(screen.getByLabelText(label), value);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Crear cuenta' }));
}

const REGISTERED = 'Usuario registrado. Revisa tu correo para verificar la cuenta.';
const welcome = { status: 201, body: { message: REGISTERED } };

test.each([
  ['Nombre de usuario', '', 'El nombre de usuario es requerido'],
  ['Nombre de usuario', 'ab', 'El nombre de usuario debe tener al menos 3 caracteres'],
  ['Correo electrónico', 'maria@', 'Ingresa un correo electrónico válido'],
  ['Teléfono', '31245', 'El teléfono debe tener al menos 10 dígitos'],
  ['Contraseña', '12345', 'La contraseña debe tener al menos 6 caracteres'],
  ['Confirmar contraseña', 'secretas', 'Las contraseñas no coinciden'],
])('rejects %s "%s"', async (label, value, sentence) => {
  const sent = declareResponses({});
  await register({ [label]: value });
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);
});

test('asks about a mistyped domain, until the address was sent', async () => {
  declareResponses({ 'POST /auth/register': welcome });
  await register({ 'Correo electrónico': 'maria@gmial.com', Teléfono: '3' });
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Teléfono'));
  await userEvent.click(screen.getByRole('button', { name: 'gmail.com' }));
  const field = screen.getByLabelText('Correo electrónico');
  expect(field).toHaveProperty('value', 'maria@gmail.com');
  expect(document.activeElement).toBe(field);
  expect(screen.queryByText(/Quisiste decir/)).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, 'maria@gmial.com');
  await userEvent.type(screen.getByLabelText('Teléfono'), '124567890');
  expect(screen.getByText(/Quisiste decir/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Crear cuenta' }));
  expect(await screen.findByRole('heading', { name: REGISTERED })).toBeTruthy();
  expect(screen.queryByText(/Quisiste decir/)).toBeNull();
});

test('after registration shows where the link was sent and accepts no second submission', async () => {
  const sent = declareResponses({ 'POST /auth/register': welcome });
  await register();
  expect(await screen.findByRole('heading', { name: REGISTERED })).toBeTruthy();
  expect(screen.getByText(/carpeta de spam/)).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Registro Exitoso' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: REGISTERED }));
  await userEvent.click(button);
  expect(sent.map(({ path }) => path)).toEqual(['/auth/register']);
});

test('after registration removes the passwords and shows the address as sent', async () => {
  declareResponses({ 'POST /auth/register': welcome });
  await register({ 'Correo electrónico': ' Maria@Example.org' });
  expect(await screen.findByText('maria@example.org', { selector: 'strong' })).toBeTruthy();
  expect(screen.queryByLabelText('Contraseña')).toBeNull();
  expect(screen.queryByLabelText('Confirmar contraseña')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Correo electrónico').value).toBe('maria@example.org');
});

test('resends the link to the registered address', async () => {
  const sent = declareResponses({
    'POST /auth/register': welcome,
    ...respond(resendVerification, { body: { message: 'Email de verificación reenviado' } }),
  });
  await register({ 'Correo electrónico': 'Maria@Example.org' });
  await userEvent.click(await screen.findByRole('button', { name: 'Reenviar correo de verificación' }));
  expect(await screen.findByText('Email de verificación reenviado')).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({
    path: '/auth/resend-verification',
    body: { email: 'maria@example.org' },
  });
});

test('a form rejected by the server can be submitted again', async () => {
  const rejection = {
    message: 'Demasiados intentos. Espera 2 minutos y vuelve a intentarlo.',
    code: 'RATE_LIMITED',
  };
  declareResponses({ 'POST /auth/register': { status: 429, body: rejection } });
  await register();
  expect(await screen.findByText(rejection.message)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Crear cuenta' }).hasAttribute('aria-disabled')).toBe(false);
});

test('warns about a password made of the other fields and accepts it', async () => {
  const response = Promise.withResolvers<typeof welcome>();
  const sent = declareResponses({ 'POST /auth/register': () => response.promise });
  await register({ Contraseña: 'chocue2026', 'Confirmar contraseña': 'chocue2026' });
  expect(await screen.findByText(/datos personales/)).toBeTruthy();
  response.resolve(welcome);
  await expect.poll(() => sent.map(({ path }) => path)).toEqual(['/auth/register']);
});

test('shows why a resend failed and clears the error on the next attempt', async () => {
  const rejection = { message: 'Espera un poco', code: 'RATE_LIMITED' };
  declareResponses({
    'POST /auth/register': welcome,
    ...respond(resendVerification, { status: 429, body: rejection }),
  });
  await register();
  const button = await screen.findByRole('button', { name: 'Reenviar correo de verificación' });
  await userEvent.click(button);
  expect(await screen.findByText('Espera un poco')).toBeTruthy();
  declareResponses(respond(resendVerification, { body: { message: 'Email de verificación reenviado' } }));
  await userEvent.click(button);
  expect(await screen.findByText('Email de verificación reenviado')).toBeTruthy();
  expect(screen.queryByText('Espera un poco')).toBeNull();
});

test('restores everything except the passwords after a reload for a new version', async () => {
  declareResponses({});
  await register({ 'Confirmar contraseña': '' });
  announceReload();
  expect(JSON.stringify(sessionStorage)).not.toContain(right.Contraseña);
  cleanup();
  renderPiece(<RegisterForm />);
  expect(await screen.findByText('Recuperamos lo que habías escrito.')).toBeTruthy();
  const values = Object.keys(right).map(label => (screen.getByLabelText(label) as HTMLInputElement).value);
  expect(values).toEqual(['María Chocué', 'maria@example.org', '3124567890', '', '']);
});
