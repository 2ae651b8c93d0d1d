import { cancelEmailChange, getProfile, requestEmailChange } from '@minga/contract/profile';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fill } from '../../../../test/fill.ts';
import { aProfile, renderProfile } from '../../../../test/profile.ts';
import { respond } from '../../../../test/server.ts';

const SENT = 'Te enviamos un enlace al correo nuevo.';
const waiting = aProfile({ pendingEmail: 'nueva@example.org' });

/** Opens the dialog with the named button, fills it in and submits it. */
async function requestChange(button: string, email: string): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  const dialog = await screen.findByRole('dialog', { name: 'Cambiar el correo' });
  const field = within(dialog).getByRole('textbox', { name: 'Correo nuevo' });
  await userEvent.clear(field);
  await fill(field, email);
  await fill(within(dialog).getByLabelText('Contraseña actual'), 'secreta');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar el enlace' }));
  return dialog;
}

test('asks about a mistyped domain', async () => {
  renderProfile({});
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar el correo' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar el correo' }));
  const field = dialog.getByRole('textbox', { name: 'Correo nuevo' });
  await fill(field, 'nueva@gmial.com');
  await userEvent.tab();
  await userEvent.click(dialog.getByRole('button', { name: 'gmail.com' }));
  expect(field).toHaveProperty('value', 'nueva@gmail.com');
});

test('requests a change with the password, then shows it as pending', async () => {
  let profile = aProfile();
  const { sent } = renderProfile({
    ...respond(getProfile, () => ({ body: profile })),
    ...respond(requestEmailChange, () => {
      profile = waiting;
      return { body: { message: SENT } };
    }),
  });
  await requestChange('Cambiar el correo', ' Nueva@Example.org');

  expect(await screen.findByText('Falta confirmar nueva@example.org')).toBeTruthy();
  expect(await screen.findByText(SENT)).toBeTruthy();
  const post = sent.find(({ method }) => method === 'POST');
  expect(post?.body).toEqual({ email: 'nueva@example.org', password: 'secreta' });
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Correo electrónico');
  expect(screen.getByText('maria@example.org', { selector: 'section *' })).toBeTruthy();
});

test('shows a wrong password at its field', async () => {
  const message = 'La contraseña actual no es correcta';
  renderProfile(respond(requestEmailChange, { status: 403, body: { message, code: 'WRONG_PASSWORD' } }));
  const dialog = await requestChange('Cambiar el correo', 'nueva@example.org');
  expect(await within(dialog).findByText(message)).toBeTruthy();
  const field = within(dialog).getByLabelText('Contraseña actual');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => document.activeElement).toBe(field);
});

test.each([
  ['too many', { status: 429, body: { message: 'Espera un poco', code: 'RATE_LIMITED' } }, 'Espera un poco'],
  ['no connection', 'unreachable', 'Error al pedir el cambio de correo'],
] as const)('shows other errors in the dialog: %s', async (_, response, sentence) => {
  renderProfile(respond(requestEmailChange, response));
  const dialog = await requestChange('Cambiar el correo', 'nueva@example.org');
  expect(await within(dialog).findByText(sentence)).toBeTruthy();
});

test('shows an error that arrives after the dialog was closed', async () => {
  const response = Promise.withResolvers<{ status: number; body: { message: string; code: string } }>();
  renderProfile(respond(requestEmailChange, () => response.promise));
  const dialog = await requestChange('Cambiar el correo', 'nueva@example.org');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  response.resolve({ status: 403, body: { message: 'La contraseña no es', code: 'WRONG_PASSWORD' } });
  expect(await screen.findByText('La contraseña no es')).toBeTruthy();
});

test('requests another link for the pending address', async () => {
  const { sent } = renderProfile({
    ...respond(getProfile, { body: waiting }),
    ...respond(requestEmailChange, { body: { message: SENT } }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar otro enlace' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cambiar el correo' });
  await fill(within(dialog).getByLabelText('Contraseña actual'), 'secreta');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar el enlace' }));
  expect(await screen.findByText(SENT)).toBeTruthy();
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ email: 'nueva@example.org' });
});

test('cancels a pending change', async () => {
  let profile = waiting;
  renderProfile({
    ...respond(getProfile, () => ({ body: profile })),
    ...respond(cancelEmailChange, () => {
      profile = aProfile();
      return { status: 204 };
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar el cambio' }));
  expect(await screen.findByText('Cancelamos el cambio de correo')).toBeTruthy();
  expect(screen.queryByText(/Falta confirmar/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Cambiar el correo' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Correo electrónico');
});
