import { login } from '@minga/contract/accounts';
import { getProfile, updateProfile } from '@minga/contract/profile';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aProfile, renderProfile } from '../../../../../test/profile.ts';
import { respond } from '../../../../../test/server.ts';

const { user } = aProfile();
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Nombre de usuario' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }));

test('updates the header after saving, and leaving needs no confirmation', async () => {
  const saved = { ...user, username: 'María Inés', gender: 'female' as const };
  const { router, sent } = renderProfile(respond(updateProfile, { body: saved }));
  await userEvent.clear(await name());
  await userEvent.type(await name(), ' María  Inés ');
  await userEvent.selectOptions(screen.getByLabelText('¿Cómo te saludamos?'), 'Bienvenida');
  await save();

  expect(await screen.findByText('Guardamos tus datos')).toBeTruthy();
  const put = sent.find(({ method }) => method === 'PUT');
  expect(put?.body).toEqual({ username: 'María Inés', phone: user.phone, gender: 'female' });
  expect(screen.getByRole('button', { name: 'Menú de María Inés' })).toBeTruthy();
  expect((await name()).value).toBe('María Inés');
  await router.navigate({ to: '/welcome' });
  expect(router.state.location.pathname).toBe('/welcome');
});

test('sends the automatic greeting as null', async () => {
  const female = { ...user, gender: 'female' as const };
  const { sent } = renderProfile({
    ...respond(getProfile, { body: aProfile({ user: female }) }),
    ...respond(updateProfile, { body: user }),
  });
  const greeting = await screen.findByLabelText<HTMLSelectElement>('¿Cómo te saludamos?');
  expect(greeting.selectedOptions[0]?.text).toBe('Bienvenida');
  await userEvent.selectOptions(greeting, 'Según mi nombre');
  await save();
  await expect.poll(() => sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ gender: null });
});

const ended = { status: 401, body: { message: 'Inicia sesión', code: 'UNAUTHENTICATED' } };

test('restores the typed text after a lost session, which /login explains', async () => {
  const { router } = renderProfile({ ...respond(updateProfile, ended), ...respond(login, { body: user }) });
  await userEvent.type(await name(), ' Inés');
  await save();
  expect(await screen.findByText(/^Tu sesión se cerró/)).toBeTruthy();
  expect(screen.queryByText('Qué bueno verte de nuevo.')).toBeNull();
  expect(router.state.location.search).toEqual({ volver: '/profile' });

  await userEvent.type(screen.getByRole('textbox', { name: 'Correo electrónico' }), user.email);
  await userEvent.type(screen.getByLabelText('Contraseña'), 'secreta');
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
  expect(await screen.findByText('Recuperamos lo que habías escrito.')).toBeTruthy();
  expect((await name()).value).toBe('María Chocué Inés');
  await userEvent.click(screen.getByRole('link', { name: 'Crear Actividad' }));
  expect(await screen.findByRole('dialog', { name: '¿Salir sin guardar?' })).toBeTruthy();
});

test('does not restore the draft of another user', async () => {
  sessionStorage.setItem(
    'minga.draft.profile.somebody-else',
    JSON.stringify({ username: 'Luis', phone: '3000000000', gender: null }),
  );
  renderProfile();
  expect((await name()).value).toBe('María Chocué');
  expect(screen.queryByText(/^Recuperamos/)).toBeNull();
});

test('asks before leaving with unsaved changes', async () => {
  const { router } = renderProfile();
  await userEvent.type(await name(), ' Inés');
  await userEvent.click(screen.getByRole('link', { name: 'Crear Actividad' }));
  const dialog = await screen.findByRole('dialog', { name: '¿Salir sin guardar?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Seguir editando' }));
  expect(router.state.location.pathname).toBe('/profile');
  expect((await name()).value).toBe('María Chocué Inés');
});

test('the section index moves the focus without a navigation', async () => {
  renderProfile();
  await userEvent.type(await name(), ' Inés');
  await userEvent.click(screen.getByRole('link', { name: 'Contraseña' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Contraseña' }));
  expect(location.hash).toBe('');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('leaves an unchanged form without asking', async () => {
  const { router } = renderProfile();
  await name();
  await userEvent.click(screen.getByRole('link', { name: 'Crear Actividad' }));
  await expect.poll(() => router.state.location.pathname).toBe('/add-task');
});

test('shows an invalid value at its field and lists the server’s messages', async () => {
  const messages = ['El teléfono no existe', 'El nombre no se puede usar'];
  const { sent } = renderProfile(
    respond(updateProfile, { status: 400, body: { message: messages, code: 'VALIDATION' } }),
  );
  await userEvent.clear(await name());
  await userEvent.type(await name(), 'Ma');
  await save();
  expect(await screen.findByText('El nombre de usuario debe tener al menos 3 caracteres')).toBeTruthy();
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false);

  await userEvent.type(await name(), 'ría');
  await save();
  for (const message of messages) expect((await screen.findByText(message)).tagName).toBe('LI');
});

test('shows why the profile failed to load and retries it', async () => {
  const { sent } = renderProfile(
    respond(getProfile, { status: 404, body: { message: 'No encontramos tu cuenta', code: 'NOT_FOUND' } }),
  );
  expect(await screen.findByText('No encontramos tu cuenta')).toBeTruthy();
  const requests = () => sent.filter(({ path }) => path === '/auth/profile').length;
  const before = requests();
  await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
  await expect.poll(requests).toBe(before + 1);
});
