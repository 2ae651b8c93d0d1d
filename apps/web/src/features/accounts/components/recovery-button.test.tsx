import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp } from '../../../../test/render.tsx';
import { type Answers, answerWith } from '../../../../test/server.ts';

const SENT = 'Se ha enviado un enlace de recuperación a tu correo';
const sends = { 'POST /auth/password-reset': { body: { message: SENT, resetLink: null } } };

/** The sign-in screen at this address, and what it asks the server. */
async function signIn(path = '/login', answers: Answers = sends) {
  const sent = answerWith(answers);
  const { router } = renderApp(path);
  await screen.findByRole('heading', { name: 'Iniciar sesión', hidden: true });
  return { router, resets: () => sent.filter(request => request.path === '/auth/password-reset') };
}

const opener = () => screen.getByRole('button', { name: '¿Olvidaste tu contraseña?', hidden: true });
const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Recuperar contraseña' }));
/** It closes itself two seconds after its success. */
const gone = () => expect.poll(() => screen.queryByRole('dialog'), { timeout: 8000 }).toBeNull();

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
])('"%s" is refused in the dialog', async (email, sentence) => {
  const { resets } = await signIn();
  const { dialog, field, send } = await open();
  if (email !== '') await userEvent.type(field, email);
  await send();
  expect(await dialog.findByText(sentence)).toBeTruthy();
  expect(resets()).toEqual([]);
});

test('it says what was sent, closes by itself, gives the focus back and leaves the sentence on the page', async () => {
  const { resets } = await signIn();
  const { dialog, field, send } = await open();
  await userEvent.type(field, ' Maria@Example.org');
  await send();
  expect(await dialog.findByText(SENT)).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Enviar enlace' })).toHaveProperty('ariaDisabled', 'true');
  expect(resets().map(({ body }) => body)).toEqual([{ email: 'maria@example.org' }]);
  await gone();
  expect(document.activeElement).toBe(opener());
  expect(screen.getByText(SENT)).toBeTruthy();

  // Nothing of before is in the way of another try.
  expect((await open()).field.value).toBe('');
  expect(screen.queryByText(SENT)).toBeNull();
});

test('the sign-in form is not sent with it', async () => {
  await signIn();
  const { field, send } = await open();
  await userEvent.type(field, 'maria@example.org');
  await send();
  await gone();
  expect(screen.queryByText('La contraseña debe tener al menos 6 caracteres')).toBeNull();
});

test.each([
  ['a list', ['Una cosa', 'Otra cosa'], ['Una cosa', 'Otra cosa']],
  ['a single sentence', 'Demasiados intentos', ['Demasiados intentos']],
])('a refusal stands in the dialog, as %s', async (_, message, sentences) => {
  await signIn('/login', { 'POST /auth/password-reset': { status: 429, body: { message, code: 'X' } } });
  const { dialog, field, send } = await open();
  await userEvent.type(field, 'maria@example.org');
  await send();
  for (const sentence of sentences) expect((await dialog.findByText(sentence)).tagName).toBe('LI');
  expect(dialog.getByRole('button', { name: 'Enviar enlace' })).toHaveProperty('ariaDisabled', null);
});

test('without a connection it says what it could not do', async () => {
  await signIn('/login', { 'POST /auth/password-reset': 'unreachable' });
  const { dialog, field, send } = await open();
  await userEvent.type(field, 'maria@example.org');
  await send();
  expect(await dialog.findByText('Error al enviar enlace de recuperación')).toBeTruthy();
});

test('while it is sent the button says so; closed meanwhile, it stays closed', async () => {
  const answer = Promise.withResolvers<{ body: unknown }>();
  await signIn('/login', { 'POST /auth/password-reset': () => answer.promise });
  const { dialog, field, send } = await open();
  await userEvent.type(field, 'maria@example.org');
  await send();
  expect(await dialog.findByRole('button', { name: 'Enviando…' })).toHaveProperty('ariaDisabled', 'true');
  await userEvent.keyboard('{Escape}');
  await gone();
  answer.resolve(sends['POST /auth/password-reset']);
  expect(document.activeElement).toBe(opener());
  expect(screen.queryByText(SENT)).toBeNull();
});

test.each([
  ['maria@example.org', 'maria@example.org'],
  ['maria@', ''],
])('"%s" in the sign-in form is taken over as "%s"', async (typed, taken) => {
  await signIn();
  await userEvent.type(screen.getByRole('textbox', { name: 'Correo electrónico' }), typed);
  expect((await open()).field.value).toBe(taken);
});

test('the address of a mail opens it; closing takes that out of the address and keeps the way back', async () => {
  const { router } = await signIn('/login?recuperar=x&volver=/add-task');
  const dialog = await findDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }));
  await gone();
  expect(router.state.location.href).toBe('/login?volver=%2Fadd-task');
  expect(document.activeElement).toBe(opener());
  await open();
});

test('an empty wish opens nothing', async () => {
  await signIn('/login?recuperar=');
  await userEvent.type(screen.getByRole('textbox', { name: 'Correo electrónico' }), 'maria');
  expect(screen.queryByRole('dialog')).toBeNull();
});
