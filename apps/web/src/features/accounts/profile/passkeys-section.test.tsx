import { getSecondFactor } from '@minga/contract/identity';
import {
  listPasskeys,
  type Passkey,
  registerPasskey,
  removePasskey,
  startPasskeyRegistration,
} from '@minga/contract/passkeys';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aPasskey, giveAuthenticator, registrationOptions } from '../../../../test/passkeys.ts';
import { aSecondFactor, renderProfile } from '../../../../test/profile.ts';
import { errorResponse, type Responses, respond } from '../../../../test/server.ts';

const ADD = 'Agregar una llave de acceso';
const section = async () => within(await screen.findByRole('region', { name: 'Llaves de acceso' }));

/** /profile of an account with these passkeys, which the calls change. */
async function show(initial: Passkey[], responses: Responses = {}) {
  let passkeys = initial;
  const { sent } = renderProfile({
    ...respond(getSecondFactor, () => ({ body: aSecondFactor({ passkeyCount: passkeys.length }) })),
    ...respond(listPasskeys, () => ({ body: passkeys })),
    ...respond(startPasskeyRegistration, { body: registrationOptions }),
    ...respond(registerPasskey, ({ body }) => {
      const { name } = body as { name: string };
      const recoveryCodes = passkeys.length === 0 ? ['AAAA-BBBB-CCCC'] : [];
      passkeys = [aPasskey({ name }), ...passkeys];
      return { status: 201, body: { ...aPasskey({ name }), recoveryCodes } };
    }),
    ...respond(
      removePasskey,
      () => {
        passkeys = [];
        return { status: 204 };
      },
      { id: aPasskey()._id },
    ),
    ...responses,
  });
  return { section: await section(), paths: () => sent.map(({ method, path }) => `${method} ${path}`) };
}

async function create(name: string) {
  await userEvent.click((await section()).getByRole('button', { name: ADD }));
  const dialog = within(await screen.findByRole('dialog', { name: ADD }));
  const field = dialog.getByLabelText('Nombre de la llave');
  expect((field as HTMLInputElement).value).toBe('Chrome en Android');
  await userEvent.clear(field);
  await userEvent.type(field, `${name}{Enter}`);
  return dialog;
}

test('lists passkeys on request alone, since the server may want the identity confirmed', async () => {
  giveAuthenticator(() => 'passes');
  const used = aPasskey({ lastUsedAt: new Date().toISOString() });
  const { section, paths } = await show([used, aPasskey({ _id: used._id.replace('c1', 'c2') })]);
  const button = await section.findByRole('button', { name: 'Ver tus 2 llaves de acceso' });
  expect(paths()).not.toContain('GET /auth/passkeys');
  await userEvent.click(button);
  const [first, second] = (await section.findAllByRole('listitem')).map(row => row.textContent);
  expect(first).toContain('Chrome en Android Último uso: hace un momento');
  expect(second).toContain('Sin usar todavía');
});

test('creates a passkey, shows the recovery codes of the first factor and lists it', async () => {
  giveAuthenticator(() => 'passes');
  const { section } = await show([]);
  await create('Mi celular');
  const codes = within(await screen.findByRole('dialog', { name: 'Guarda tus códigos de recuperación' }));
  expect(await codes.findByText('AAAA-BBBB-CCCC')).toBeTruthy();
  await userEvent.click(codes.getByRole('checkbox'));
  await userEvent.click(codes.getByRole('button', { name: 'Terminar' }));
  expect(document.activeElement?.textContent).toBe('Llaves de acceso');
  expect(await section.findByText('Listo: ya puedes entrar con «Mi celular»')).toBeTruthy();
  expect((await section.findByRole('listitem')).textContent).toContain('Mi celular');
});

test.each([
  ['NotAllowedError', /se cerró la ventana o pasó el tiempo/],
  ['InvalidStateError', /ya tiene una llave de acceso de tu cuenta/],
  ['ConstraintError', /necesita un bloqueo con huella, cara o PIN/],
] as const)('%s is explained in the dialog, which stays open', async (name, sentence) => {
  giveAuthenticator(() => name);
  await show([]);
  const dialog = await create('Mi celular');
  expect(await dialog.findByText(sentence)).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Crear la llave' })).toBeTruthy();
});

test('shows the server’s sentence for the eleventh passkey', async () => {
  giveAuthenticator(() => 'passes');
  const full = errorResponse(409, 'Ya tienes 10 llaves de acceso', 'CONFLICT');
  await show([], respond(startPasskeyRegistration, full));
  const dialog = await create('Otra');
  expect(await dialog.findByText('Ya tienes 10 llaves de acceso')).toBeTruthy();
});

test('removes a passkey after a confirmation and keeps the focus in the section', async () => {
  giveAuthenticator(() => 'passes');
  const { section, paths } = await show([aPasskey()]);
  await userEvent.click(await section.findByRole('button', { name: 'Ver tu llave de acceso' }));
  await userEvent.click(await section.findByRole('button', { name: 'Quitar: Chrome en Android' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Quitar «Chrome en Android»?' }));
  expect(paths().some(path => path.startsWith('DELETE'))).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Quitar la llave' }));
  expect(await section.findByText('«Chrome en Android» ya no abre tu cuenta')).toBeTruthy();
  await expect.poll(() => section.queryByRole('listitem')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Llaves de acceso');
});

test('explains a failed list with a way out', async () => {
  const { section } = await show(
    [aPasskey()],
    respond(listPasskeys, errorResponse(429, 'Espera un momento')),
  );
  await userEvent.click(await section.findByRole('button', { name: 'Ver tu llave de acceso' }));
  expect(await section.findByText('Espera un momento')).toBeTruthy();
  expect(section.getByRole('button', { name: 'Intentar de nuevo' })).toBeTruthy();
});

test('a browser that does not know passkeys says so, and lists what there is', async () => {
  const { section } = await show([aPasskey()]);
  expect(await section.findByRole('button', { name: 'Ver tu llave de acceso' })).toBeTruthy();
  expect(section.getByText(/Este navegador no sabe usar llaves de acceso/)).toBeTruthy();
  expect(section.queryByRole('button', { name: ADD })).toBeNull();
});
