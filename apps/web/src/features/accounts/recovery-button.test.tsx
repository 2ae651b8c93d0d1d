import { requestPasswordReset } from '@minga/contract/accounts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fill } from '../../../test/fill.ts';
import { renderApp } from '../../../test/render.tsx';
import { declareResponses, errorResponse, type Responses, respond, visitor } from '../../../test/server.ts';

const SENT = 'Se ha enviado un enlace de recuperación a tu correo';
const accepted = { body: { message: SENT, resetLink: null } };

/** Renders the sign-in screen and records its password reset requests. */
async function signIn(path = '/login', responses: Responses = respond(requestPasswordReset, accepted)) {
  const sent = declareResponses({ ...visitor, ...responses });
  const { router } = renderApp(path);
  await screen.findByRole('heading', { name: 'Iniciar sesión', hidden: true });
  return { router, resets: () => sent.filter(request => request.path === '/auth/password-reset') };
}

const opener = () => screen.getByRole('button', { name: '¿Olvidaste tu contraseña?', hidden: true });
const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Recuperar contraseña' }));
/** The dialog closes itself two seconds after a success. */
const dialogClosed = () => expect.poll(() => screen.queryByRole('dialog')).toBeNull();

async function open() {
  await userEvent.click(opener());
  const dialog = await findDialog();
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Correo electrónico' });
  return {
    dialog,
    field,
    send: () => userEvent.click(dialog.getByRole('button', { name: 'Enviar enlace' })),
  };
}

test.each([
  ['', 'El correo electrónico es requerido'],
  ['maria@', 'Por favor ingresa un correo electrónico válido'],
])('rejects "%s" in the dialog', async (email, sentence) => {
  const { resets } = await signIn();
  const { dialog, field, send } = await open();
  if (email !== '') await fill(field, email);
  await send();
  expect(await dialog.findByText(sentence)).toBeTruthy();
  expect(resets()).toEqual([]);
});

test('shows the success, closes itself, restores the focus and repeats the message on the page', async () => {
  const { resets } = await signIn();
  const { dialog, field, send } = await open();
  await fill(field, ' Maria@Example.org');
  await send();
  expect(await dialog.findByText(SENT)).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Enviar enlace' })).toHaveProperty('ariaDisabled', 'true');
  expect(resets().map(({ body }) => body)).toEqual([{ email: 'maria@example.org' }]);
  await dialogClosed();
  expect(document.activeElement).toBe(opener());
  expect(screen.getByText(SENT)).toBeTruthy();

  // The next opening starts empty.
  expect((await open()).field.value).toBe('');
  expect(screen.queryByText(SENT)).toBeNull();
});

test('does not submit the sign-in form', async () => {
  await signIn();
  const { field, send } = await open();
  await fill(field, 'maria@example.org');
  await send();
  await dialogClosed();
  expect(screen.queryByText('La contraseña debe tener al menos 6 caracteres')).toBeNull();
});

test.each([
  ['a list', ['Una cosa', 'Otra cosa'], ['Una cosa', 'Otra cosa']],
  ['a single sentence', 'Demasiados intentos', ['Demasiados intentos']],
])('shows the server’s error in the dialog: %s', async (_, message, sentences) => {
  await signIn('/login', respond(requestPasswordReset, errorResponse(429, message)));
  const { dialog, field, send } = await open();
  await fill(field, 'maria@example.org');
  await send();
  for (const sentence of sentences) expect((await dialog.findByText(sentence)).tagName).toBe('LI');
  expect(dialog.getByRole('button', { name: 'Enviar enlace' })).toHaveProperty('ariaDisabled', null);
});

test('a network error names the failed action', async () => {
  await signIn('/login', respond(requestPasswordReset, 'unreachable'));
  const { dialog, field, send } = await open();
  await fill(field, 'maria@example.org');
  await send();
  expect(await dialog.findByText('Error al enviar enlace de recuperación')).toBeTruthy();
});

test('shows a pending request, and stays closed if closed before the response', async () => {
  const response = Promise.withResolvers<typeof accepted>();
  await signIn(
    '/login',
    respond(requestPasswordReset, () => response.promise),
  );
  const { dialog, field, send } = await open();
  await fill(field, 'maria@example.org');
  await send();
  expect(await dialog.findByRole('button', { name: 'Enviando…' })).toHaveProperty('ariaDisabled', 'true');
  await userEvent.keyboard('{Escape}');
  await dialogClosed();
  response.resolve(accepted);
  expect(document.activeElement).toBe(opener());
  expect(screen.queryByText(SENT)).toBeNull();
});

test.each([
  ['maria@example.org', 'maria@example.org'],
  ['maria@', ''],
])('prefills "%s" from the sign-in form as "%s"', async (typed, taken) => {
  await signIn();
  await fill(screen.getByRole('textbox', { name: 'Correo electrónico' }), typed);
  expect((await open()).field.value).toBe(taken);
});

test('opens from the URL; closing removes that parameter and keeps the return path', async () => {
  const { router } = await signIn('/login?recuperar=x&volver=/add-task');
  const dialog = await findDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }));
  await dialogClosed();
  expect(router.state.location.href).toBe('/login?volver=%2Fadd-task');
  expect(document.activeElement).toBe(opener());
  await open();
});

test('an empty search parameter does not open the dialog', async () => {
  await signIn('/login?recuperar=');
  await fill(screen.getByRole('textbox', { name: 'Correo electrónico' }), 'maria');
  expect(screen.queryByRole('dialog')).toBeNull();
});
