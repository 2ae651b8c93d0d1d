import { changePassword, getProfile } from '@minga/contract/profile';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aProfile, renderProfile } from '../../../../../test/profile.ts';
import { type Responses, respond, signedIn } from '../../../../../test/server.ts';

const CHANGED = 'Contraseña cambiada. Cerramos tus otras sesiones.';

async function change(responses: Responses, repeated: string) {
  const { sent } = renderProfile(responses);
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar la contraseña' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar la contraseña' }));
  await userEvent.type(dialog.getByLabelText('Contraseña actual'), 'vieja');
  await userEvent.type(dialog.getByLabelText('Nueva contraseña'), 'maíz-y-café');
  if (repeated !== '') await userEvent.type(dialog.getByLabelText('Repite la nueva contraseña'), repeated);
  await userEvent.click(dialog.getByRole('button', { name: 'Cambiar la contraseña' }));
  return { dialog, sent, posts: () => sent.filter(({ method }) => method === 'POST') };
}

test('sends the change without the repeated password, shows the success and refetches the sessions', async () => {
  const { sent, posts } = await change(
    respond(changePassword, { body: { message: CHANGED } }),
    'maíz-y-café',
  );
  expect(await screen.findByText(CHANGED)).toBeTruthy();
  expect(posts().map(({ body }) => body)).toEqual([{ currentPassword: 'vieja', newPassword: 'maíz-y-café' }]);
  expect(sent.filter(({ path }) => path === '/auth/sessions')).toHaveLength(2);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Cambiar la contraseña');
});

test.each([
  ['', 'Repite la contraseña'],
  ['maíz y café', 'Las contraseñas no coinciden'],
])('rejects the repeated password "%s" before sending', async (repeated, sentence) => {
  const { dialog, posts } = await change({}, repeated);
  expect(await dialog.findByText(sentence)).toBeTruthy();
  expect(posts()).toEqual([]);
});

test('shows a wrong password at its field', async () => {
  const message = 'La contraseña actual no es correcta';
  const response = { status: 403, body: { message, code: 'WRONG_PASSWORD' } };
  const { dialog } = await change(respond(changePassword, response), 'maíz-y-café');
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(dialog.getByLabelText('Contraseña actual').getAttribute('aria-invalid')).toBe('true');
});

test.each([
  ['user', 0],
  ['admin', 1],
  ['superadmin', 1],
] as const)('states the stricter rule before typing for the role %s', async (role, times) => {
  const user = { ...aProfile().user, role };
  renderProfile({ ...signedIn(user), ...respond(getProfile, { body: { ...aProfile(), user } }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar la contraseña' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar la contraseña' }));
  await dialog.findByLabelText('Nueva contraseña');
  expect(dialog.queryAllByText(/^Mínimo 10 caracteres/)).toHaveLength(times);
});
