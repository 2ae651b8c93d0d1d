import { getSecondFactor } from '@minga/contract/identity';
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from '@minga/contract/totp';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aSecondFactor, renderProfile } from '../../../../test/profile.ts';
import { errorResponse, type Responses, respond } from '../../../../test/server.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const uri = `otpauth://totp/Minga:maria%40example.org?secret=${secret}`;
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CC2${index}`);
const active = aSecondFactor({ totp: { since: '2026-11-01T15:00:00.000Z' }, recoveryCodesLeft: 8 });

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function openSetUp(responses: Responses = {}) {
  const { sent } = renderProfile({ ...respond(startTotp, { body: { secret, uri } }), ...responses });
  await press('Activar la aplicación de códigos');
  const dialog = within(await screen.findByRole('dialog', { name: 'Activar la aplicación de códigos' }));
  return { sent, dialog };
}

test('sets an app up: QR code and secret, first code, recovery codes that must be saved', async () => {
  let isActive = false;
  const { dialog } = await openSetUp({
    ...respond(getSecondFactor, () => ({ body: isActive ? active : aSecondFactor() })),
    ...respond(confirmTotp, () => {
      isActive = true;
      return { body: { recoveryCodes } };
    }),
  });
  expect(dialog.getByRole('img', { name: 'Código QR para tu aplicación' })).toBeTruthy();
  expect(dialog.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Ábrelo en tu aplicación' }).getAttribute('href')).toBe(uri);
  const field = dialog.getByLabelText('Código de tu aplicación');
  expect([field.getAttribute('inputmode'), field.getAttribute('autocomplete')]).toEqual([
    'numeric',
    'one-time-code',
  ]);
  await userEvent.type(field, '123456{Enter}');
  const saving = within(await screen.findByRole('dialog', { name: 'Guarda tus códigos de recuperación' }));
  expect(saving.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes);
  const finish = saving.getByRole('button', { name: 'Terminar' });
  expect(finish.hasAttribute('disabled')).toBe(true);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(saving.getByLabelText('Ya los guardé en un lugar seguro'));
  await userEvent.click(finish);
  expect(await screen.findByText(/Te quedan 8 códigos de recuperación/)).toBeTruthy();
  await expect.poll(() => document.activeElement?.textContent).toBe('Seguridad');
});

test('shows a wrong first code at its field, and scrolls to it in a low window', async () => {
  const message = 'El código no es correcto.';
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { dialog } = await openSetUp(respond(confirmTotp, errorResponse(403, message, 'WRONG_CODE')));
  await userEvent.type(dialog.getByLabelText('Código de tu aplicación'), '000000{Enter}');
  const shown = await dialog.findByText(message);
  await expect
    .poll(() => scroll.mock.contexts.some(element => (element as Element).contains(shown)))
    .toBe(true);
});

test('copies the secret', async () => {
  const user = userEvent.setup();
  const { dialog } = await openSetUp();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(dialog.getByRole('button', { name: 'Copiar la clave' }));
  expect(write).toHaveBeenCalledWith(secret);
  expect(await screen.findByText('Clave copiada')).toBeTruthy();
});

test('says why it cannot start', async () => {
  renderProfile(respond(startTotp, errorResponse(409, 'Ya usas una aplicación de códigos.')));
  await press('Activar la aplicación de códigos');
  expect(await screen.findByText('Ya usas una aplicación de códigos.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('removes the app after a question', async () => {
  let isRemoved = false;
  renderProfile({
    ...respond(getSecondFactor, () => ({ body: isRemoved ? aSecondFactor() : active })),
    ...respond(removeTotp, () => {
      isRemoved = true;
      return {};
    }),
  });
  await press('Quitar la aplicación de códigos');
  const dialog = within(await screen.findByRole('dialog', { name: '¿Quitar la aplicación de códigos?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Quitar' }));
  expect(await screen.findByRole('button', { name: 'Activar la aplicación de códigos' })).toBeTruthy();
});

const passkeyOnly = aSecondFactor({ passkeyCount: 1, recoveryCodesLeft: 8 });

test.each([
  ['an app', active],
  ['a passkey alone', passkeyOnly],
])('with %s new recovery codes are shown after a question', async (_, factor) => {
  renderProfile({
    ...respond(getSecondFactor, { body: factor }),
    ...respond(renewRecoveryCodes, { body: { recoveryCodes } }),
  });
  const section = within(await screen.findByRole('region', { name: 'Códigos de recuperación' }));
  expect(section.getByText(/Te quedan 8 códigos de recuperación/)).toBeTruthy();
  await press('Crear códigos nuevos');
  await press('Crear códigos');
  const saving = within(await screen.findByRole('dialog', { name: 'Guarda tus códigos de recuperación' }));
  expect(saving.getAllByRole('listitem')).toHaveLength(10);
  await userEvent.click(saving.getByRole('checkbox'));
  await userEvent.click(saving.getByRole('button', { name: 'Terminar' }));
  expect(document.activeElement?.textContent).toBe('Códigos de recuperación');
});

test('says why it created no codes', async () => {
  renderProfile({
    ...respond(getSecondFactor, { body: passkeyOnly }),
    ...respond(renewRecoveryCodes, errorResponse(429, 'Espera un momento')),
  });
  await press('Crear códigos nuevos');
  await press('Crear códigos');
  expect(await screen.findByText('Espera un momento')).toBeTruthy();
});

test('an account without a second factor has no recovery codes', async () => {
  renderProfile(respond(getSecondFactor, { body: aSecondFactor() }));
  expect(await screen.findByRole('button', { name: 'Activar la aplicación de códigos' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Códigos de recuperación' })).toBeNull();
});

test.each([
  [{ recoveryCodesLeft: 0 }, /No te quedan códigos de recuperación/],
  [{ recoveryCodesLeft: 0 }, /Crea códigos nuevos hoy mismo/],
  [{ recoveryCodesLeft: 1 }, /Te queda un código de recuperación/],
  [{ recoveryCodesLeft: 2 }, /Crea códigos nuevos antes/],
  [{ resetDueAt: '2026-11-02T15:00:00.000Z' }, /La administración va a quitar tu segundo factor/],
])('with %j it says so', async (changes, text) => {
  renderProfile(respond(getSecondFactor, { body: { ...passkeyOnly, ...changes } }));
  expect(await screen.findByText(text)).toBeTruthy();
});

test('without the app, the passkeys are asked for', async () => {
  renderProfile(respond(getSecondFactor, { body: { ...active, passkeyCount: 1 } }));
  await press('Quitar la aplicación de códigos');
  expect(await screen.findByText(/después de tu contraseña te pedimos una llave de acceso/)).toBeTruthy();
});

test('an error leaves the rest of the page', async () => {
  renderProfile(respond(getSecondFactor, errorResponse(429, 'Demasiados intentos.')));
  expect(await screen.findByText('Demasiados intentos.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Cambiar la contraseña' })).toBeTruthy();
});
