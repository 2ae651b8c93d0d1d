import { login, resendVerification } from '@minga/contract/accounts';
import { listOwnActivities } from '@minga/contract/activities';
import { loginWithPasskey, startPasskeyLogin } from '@minga/contract/passkeys';
import { enterSecondFactor } from '@minga/contract/second-factor';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { fill } from '../../../test/fill.ts';
import { giveAuthenticator, loginOptions } from '../../../test/passkeys.ts';
import { renderApp, renderInRouter, renderPiece } from '../../../test/render.tsx';
import { declareResponses, errorResponse, maria, respond, signedIn, visitor } from '../../../test/server.ts';
import { LoginForm } from './login-form.tsx';
import { sessionQuery } from './session/session.ts';

describe('login-form', () => {
  async function fillIn(email: string, password: string): Promise<void> {
    renderPiece(<LoginForm />);
    await fill(screen.getByRole('textbox', { name: 'Correo electrónico' }), email);
    await fill(screen.getByLabelText('Contraseña'), password);
    await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
  }

  test('shows invalid values at their fields and sends nothing', async () => {
    const sent = declareResponses({});
    await fillIn('nada', '12345');
    expect(await screen.findByText('Ingresa un correo electrónico válido')).toBeTruthy();
    expect(screen.getByText('La contraseña debe tener al menos 6 caracteres')).toBeTruthy();
    const field = screen.getByRole('textbox', { name: 'Correo electrónico' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => document.activeElement).toBe(field);
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
});

describe('passkey-login', () => {
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
});

describe('second-step', () => {
  const PASSKEY = 'Entrar con llave de acceso';
  type Answer = Parameters<typeof respond<typeof enterSecondFactor>>[1];

  /** The form after the right password. */
  async function atSecondStep(answer: Answer) {
    const sent = declareResponses({
      ...visitor,
      ...respond(login, { body: { next: 'second-factor' } }),
      ...respond(enterSecondFactor, answer),
      ...respond(startPasskeyLogin, { body: loginOptions }),
      ...respond(loginWithPasskey, { body: maria }),
    });
    const { queryClient } = await renderInRouter(<LoginForm />);
    await fill(screen.getByLabelText('Correo electrónico'), maria.email);
    await userEvent.type(screen.getByLabelText('Contraseña'), 'maíz-y-café{Enter}');
    const field = await screen.findByLabelText('Código de tu aplicación');
    await expect.poll(() => document.activeElement).toBe(field);
    return { sent, field, session: () => queryClient.getQueryData(sessionQuery.queryKey) };
  }

  test('starts no session before the code, and one after it', async () => {
    const { sent, field, session } = await atSecondStep({ body: maria });
    expect(session()).toBeFalsy();
    expect([field.getAttribute('inputmode'), field.getAttribute('autocomplete')]).toEqual([
      'numeric',
      'one-time-code',
    ]);
    await userEvent.click(field);
    await userEvent.paste('123 456');
    await userEvent.keyboard('{Enter}');
    await expect.poll(session).toEqual(maria);
    expect(sent.find(({ path }) => path === '/auth/second-factor')?.body).toEqual({ code: '123 456' });
  });

  test('offers the passkey first in a browser that knows them, and signs in with it', async () => {
    giveAuthenticator(() => 'passes');
    const { field, session } = await atSecondStep({ body: maria });
    const passkey = screen.getByRole('button', { name: PASSKEY });
    expect(passkey.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByRole('group', { name: /Falta un paso: tu llave de acceso, un código/ })).toBeTruthy();
    await userEvent.click(passkey);
    await expect.poll(session).toEqual(maria);
  });

  test('a passkey that the browser does not use leaves the other ways', async () => {
    giveAuthenticator(() => 'NotAllowedError');
    await atSecondStep({ body: maria });
    await userEvent.click(screen.getByRole('button', { name: PASSKEY }));
    expect(await screen.findByText(/No se usó ninguna llave.*elige otra opción/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Usar un código de recuperación' })).toBeTruthy();
  });

  test('a browser that does not know passkeys names the other ways', async () => {
    await atSecondStep({ body: maria });
    expect(screen.queryByRole('button', { name: PASSKEY })).toBeNull();
    expect(screen.getByRole('group', { name: /Falta un paso: un código de la aplicación o/ })).toBeTruthy();
    expect(screen.getByText(/Este navegador no sabe usarla: entra desde otro o usa un código/)).toBeTruthy();
  });

  test('shows a wrong code and returns to the field', async () => {
    const { field, session } = await atSecondStep(errorResponse(401, 'El código no es correcto'));
    await userEvent.type(field, '000000{Enter}');
    expect(await screen.findByText('El código no es correcto')).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(session()).toBeFalsy();
  });

  test('takes a recovery code instead', async () => {
    const { sent } = await atSecondStep({ body: maria });
    await userEvent.click(screen.getByRole('button', { name: 'Usar un código de recuperación' }));
    const field = screen.getByLabelText('Código de recuperación');
    expect(document.activeElement).toBe(field);
    await userEvent.type(field, 'abcd-efgh-2345{Enter}');
    await expect
      .poll(() => sent.find(({ path }) => path === '/auth/second-factor')?.body)
      .toEqual({ code: 'abcd-efgh-2345' });
  });

  test('an expired step returns to the password and says why', async () => {
    const message = 'Pasó mucho tiempo o la contraseña cambió.';
    const answer = { status: 401, body: { message, code: 'INVALID_TOKEN', success: false } };
    const { field } = await atSecondStep(answer);
    await userEvent.type(field, '123456{Enter}');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('');
  });

  test('the user can start over, and finds help', async () => {
    await atSecondStep({ body: maria });
    const help = screen.getByRole('link', { name: 'No tengo ninguna de estas cosas' });
    expect(help.getAttribute('href')).toBe('/ayuda/cuenta#si-perdiste-todo');
    await userEvent.click(screen.getByRole('button', { name: 'Volver a empezar' }));
    expect(screen.getByLabelText<HTMLInputElement>('Correo electrónico').value).toBe(maria.email);
  });

  test('an empty code is not sent', async () => {
    const { sent } = await atSecondStep({ body: maria });
    await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
    expect(await screen.findByText('Escribe el código')).toBeTruthy();
    expect(sent.some(({ path }) => path === '/auth/second-factor')).toBe(false);
  });
});
