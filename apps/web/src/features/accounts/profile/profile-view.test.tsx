import { login } from '@minga/contract/accounts';
import {
  changePassword,
  endOtherSessions,
  endSession,
  getProfile,
  listSessions,
  updateProfile,
} from '@minga/contract/profile';
import { logout } from '@minga/contract/session';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { fill } from '../../../../test/fill.ts';
import { aProfile, aSession, renderProfile } from '../../../../test/profile.ts';
import { declareResponses, type Responses, respond, signedIn } from '../../../../test/server.ts';

describe('own-data-form', () => {
  const { user } = aProfile();
  const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Nombre de usuario' });
  const creation = () =>
    within(screen.getByRole('navigation', { name: 'Principal' })).getByRole('link', {
      name: 'Crear Actividad',
    });
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }));

  test('updates the header after saving, and leaving needs no confirmation', async () => {
    const saved = { ...user, username: 'María Inés', gender: 'female' as const };
    const { router, sent } = renderProfile(respond(updateProfile, { body: saved }));
    await userEvent.clear(await name());
    await fill(await name(), ' María  Inés ');
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
    await expect
      .poll(() => sent.find(({ method }) => method === 'PUT')?.body)
      .toMatchObject({ gender: null });
  });

  const ended = { status: 401, body: { message: 'Inicia sesión', code: 'UNAUTHENTICATED' } };

  test('restores the typed text after a lost session, which /login explains', async () => {
    const { router } = renderProfile({ ...respond(updateProfile, ended), ...respond(login, { body: user }) });
    await fill(await name(), ' Inés');
    await save();
    expect(await screen.findByText(/^Tu sesión se cerró/)).toBeTruthy();
    expect(screen.queryByText('Qué bueno verte de nuevo.')).toBeNull();
    expect(router.state.location.search).toEqual({ volver: '/profile' });

    await fill(screen.getByRole('textbox', { name: 'Correo electrónico' }), user.email);
    await fill(screen.getByLabelText('Contraseña'), 'secreta');
    await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
    expect(await screen.findByText('Recuperamos lo que habías escrito.')).toBeTruthy();
    expect((await name()).value).toBe('María Chocué Inés');
    await userEvent.click(creation());
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
    await fill(await name(), ' Inés');
    await userEvent.click(creation());
    const dialog = await screen.findByRole('dialog', { name: '¿Salir sin guardar?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Seguir editando' }));
    expect(router.state.location.pathname).toBe('/profile');
    expect((await name()).value).toBe('María Chocué Inés');
  });

  test('the section index moves the focus without a navigation', async () => {
    renderProfile();
    await fill(await name(), ' Inés');
    await userEvent.click(screen.getByRole('link', { name: 'Contraseña' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Contraseña' }));
    expect(location.hash).toBe('');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('leaves an unchanged form without asking', async () => {
    const { router } = renderProfile();
    await name();
    await userEvent.click(creation());
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
});

describe('password-section', () => {
  const CHANGED = 'Contraseña cambiada. Cerramos tus otras sesiones.';

  async function change(responses: Responses, repeated: string) {
    const { sent } = renderProfile(responses);
    await userEvent.click(await screen.findByRole('button', { name: 'Cambiar la contraseña' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar la contraseña' }));
    await fill(dialog.getByLabelText('Contraseña actual'), 'vieja');
    await fill(dialog.getByLabelText('Nueva contraseña'), 'maíz-y-café');
    if (repeated !== '') await fill(dialog.getByLabelText('Repite la nueva contraseña'), repeated);
    await userEvent.click(dialog.getByRole('button', { name: 'Cambiar la contraseña' }));
    return { dialog, sent, posts: () => sent.filter(({ method }) => method === 'POST') };
  }

  test('sends the change without the repeated password, shows the success and refetches the sessions', async () => {
    const { sent, posts } = await change(
      respond(changePassword, { body: { message: CHANGED } }),
      'maíz-y-café',
    );
    expect(await screen.findByText(CHANGED)).toBeTruthy();
    expect(posts().map(({ body }) => body)).toEqual([
      { currentPassword: 'vieja', newPassword: 'maíz-y-café' },
    ]);
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
});

describe('sessions-section', () => {
  const other = aSession({
    _id: '01930000-0000-7000-8000-00000000001b',
    device: 'Firefox en Windows',
    isCurrent: false,
  });

  /** /profile with the current session and another one, which `ended` removes. */
  function show(responses: (ended: () => void) => Responses) {
    let sessions = [aSession({ lastSeenAt: new Date().toISOString() }), other];
    const ended = () => {
      sessions = [aSession()];
    };
    return renderProfile({ ...respond(listSessions, () => ({ body: sessions })), ...responses(ended) });
  }

  const section = async () => within(await screen.findByRole('region', { name: 'Sesiones abiertas' }));

  test('lists each session with device, address, start and last use', async () => {
    show(() => ({}));
    const [mine, theirs] = (await (await section()).findAllByRole('listitem')).map(row => row.textContent);
    expect(mine).toContain('Chrome en Android Esta sesión');
    expect(mine).toContain('Último uso: hace un momento');
    expect(mine).toContain('Dirección de red: 203.0.113.7');
    expect(mine).toContain('Abierta desde el domingo, 1 de noviembre de 2026, 10:00\u00a0a.\u00a0m.');
    expect(theirs).toContain('Firefox en Windows');
    expect(theirs).toContain('Último uso: el lunes, 2 de noviembre de 2026, 10:00\u00a0a.\u00a0m.');
    expect(theirs).not.toContain('Esta sesión');
  });

  /** `count` other sessions, used more recently than the current one, which the server therefore lists last. */
  const others = (count: number) =>
    respond(listSessions, {
      body: [
        ...Array.from({ length: count }, (_, index) =>
          aSession({
            _id: `01930000-0000-7000-8000-0000000000${index + 20}`,
            device: `Dispositivo ${index + 1}`,
            isCurrent: false,
          }),
        ),
        aSession(),
      ],
    });

  const devices = async () => (await (await section()).findAllByRole('listitem')).map(row => row.textContent);

  test('lists the current session first and only five until the user expands the list', async () => {
    renderProfile(others(6));
    expect(await devices()).toHaveLength(5);
    expect((await devices())[0]).toContain('Esta sesión');
    expect((await devices())[1]).toContain('Dispositivo 1');

    await userEvent.click(screen.getByRole('button', { name: 'Mostrar las 7 sesiones' }));
    expect(await devices()).toHaveLength(7);
    expect(document.activeElement?.textContent).toContain('Dispositivo 5');
    expect(screen.queryByRole('button', { name: /^Mostrar las/ })).toBeNull();
  });

  test('shows five sessions without an expand button', async () => {
    renderProfile(others(4));
    expect(await devices()).toHaveLength(5);
    expect(screen.queryByRole('button', { name: /^Mostrar las/ })).toBeNull();
  });

  test('ends one session and keeps the focus in the section', async () => {
    show(ended =>
      respond(
        endSession,
        () => {
          ended();
          return { status: 204 };
        },
        { id: '01930000-0000-7000-8000-00000000001b' },
      ),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Cerrar sesión: Firefox en Windows' }));
    expect(await screen.findByText('Cerramos esa sesión')).toBeTruthy();
    expect(screen.queryByText('Firefox en Windows')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Sesiones abiertas');
    expect(screen.queryByRole('button', { name: 'Cerrar las demás' })).toBeNull();
  });

  test('treats a session that has already ended as success', async () => {
    show(ended =>
      respond(
        endSession,
        () => {
          ended();
          return { status: 404, body: { message: 'No hay tal sesión', code: 'NOT_FOUND' } };
        },
        { id: '01930000-0000-7000-8000-00000000001b' },
      ),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Cerrar sesión: Firefox en Windows' }));
    expect(await screen.findByText('Cerramos esa sesión')).toBeTruthy();
    expect(screen.queryByText('No hay tal sesión')).toBeNull();
  });

  test('keeps a session that could not be ended and shows the error', async () => {
    show(() => respond(endSession, 'unreachable', { id: '01930000-0000-7000-8000-00000000001b' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cerrar sesión: Firefox en Windows' }));
    expect(await screen.findByText('Error al cerrar la sesión')).toBeTruthy();
    expect(screen.getByText('Firefox en Windows')).toBeTruthy();
  });

  test('ends all other sessions after a confirmation', async () => {
    const { sent } = show(ended =>
      respond(endOtherSessions, () => {
        ended();
        return { status: 204 };
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Cerrar las demás' }));
    const dialog = await screen.findByRole('dialog', { name: '¿Cerrar las demás sesiones?' });
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar las demás' }));
    expect(await screen.findByText('Cerramos tus otras sesiones')).toBeTruthy();
    expect(screen.queryByText('Firefox en Windows')).toBeNull();
  });

  test('ending the current session signs out', async () => {
    const { router, sent } = show(() => respond(logout, { status: 204 }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cerrar sesión: Chrome en Android' }));
    await expect.poll(() => router.state.location.pathname).toBe('/login');
    expect(sent.some(({ path }) => path === '/auth/logout')).toBe(true);
  });

  test('retries a failed session list while the other sections are shown', async () => {
    renderProfile(respond(listSessions, { status: 404, body: { message: 'Ahora no', code: 'NOT_FOUND' } }));
    const sessions = await section();
    expect(await sessions.findByText('Ahora no')).toBeTruthy();
    expect(sessions.getByRole('button', { name: 'Intentar de nuevo' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Tus datos' })).toBeTruthy();

    declareResponses(respond(listSessions, { body: [aSession()] }));
    await userEvent.click(sessions.getByRole('button', { name: 'Intentar de nuevo' }));
    expect(await sessions.findByText('Chrome en Android')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Sesiones abiertas');
  });
});
