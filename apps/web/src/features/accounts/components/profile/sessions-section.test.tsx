import { endOtherSessions, endSession, listSessions } from '@minga/contract/profile';
import { logout } from '@minga/contract/session';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aSession, renderProfile } from '../../../../../test/profile.ts';
import { declareResponses, type Responses, respond } from '../../../../../test/server.ts';

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
