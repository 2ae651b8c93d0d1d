import type { Role } from '@minga/contract/accounts';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderApp, renderPiece } from '../../../../test/render.tsx';
import { answerWith, maria } from '../../../../test/server.ts';
import { SessionGate } from './session-gate.tsx';

/** A little app: a page for these roles at /admin, and the two places where the guard sends people. */
function renderGuarded(roles: readonly Role[]) {
  const root = createRootRoute({ component: Outlet });
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const routeTree = root.addChildren([
    page('/admin', () => <SessionGate roles={roles}>{user => <h1>Hola, {user.username}</h1>}</SessionGate>),
    page('/login', () => <h1>Iniciar sesión</h1>),
    page('/tasks', () => <h1>Mis actividades</h1>),
  ]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/admin'] }) });
  // Another tree than the app's own, whose type the package has been told of.
  renderPiece(<RouterProvider router={router as never} />);
  return router;
}

test('while the session loads it says so', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  renderGuarded(['user']);
  expect((await screen.findByRole('status')).textContent).toBe('Cargando sesión...');
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});

test('a listed role comes in', async () => {
  answerWith({ 'GET /auth/verify': { body: maria } });
  renderGuarded(['user', 'admin']);
  expect(await screen.findByRole('heading', { name: 'Hola, María Chocué' })).toBeTruthy();
});

test('a role that is not listed is sent to its activities', async () => {
  answerWith({ 'GET /auth/verify': { body: maria } });
  const router = renderGuarded(['admin', 'superadmin']);
  expect(await screen.findByRole('heading', { name: 'Mis actividades' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/tasks');
});

test('without a session: to sign in, with the wanted path', async () => {
  answerWith({ 'GET /auth/verify': { body: null } });
  const router = renderGuarded(['user']);
  expect(await screen.findByRole('heading', { name: 'Iniciar sesión' })).toBeTruthy();
  expect(router.state.location.search).toEqual({ volver: '/admin' });
});

const LOST = /^Tu sesión se cerró/;

test('a first visit is told nothing of a session', async () => {
  answerWith({});
  renderApp('/profile');
  expect(await screen.findByText('Qué bueno verte de nuevo.')).toBeTruthy();
  expect(screen.queryByText(LOST)).toBeNull();
});

test('who was signed in in this tab is told that the session is gone, after a reload, too', async () => {
  answerWith({ 'GET /auth/verify': { body: maria } });
  renderApp('/welcome');
  await screen.findByRole('heading', { level: 1, name: /Bienvenida/ });
  cleanup();
  answerWith({});
  const { router } = renderApp('/welcome');
  expect(await screen.findByText(LOST)).toBeTruthy();
  expect(router.state.location.search).toEqual({ volver: '/welcome' });
});

test('a session that cannot be checked is no sign-out: one can try again', async () => {
  answerWith({ 'GET /auth/verify': { status: 409, body: { message: 'Algo pasó', code: 'CONFLICT' } } });
  renderGuarded(['user']);
  expect(await screen.findByText('Algo pasó')).toBeTruthy();
  answerWith({ 'GET /auth/verify': { body: maria } });
  await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
  expect(await screen.findByRole('heading', { name: 'Hola, María Chocué' })).toBeTruthy();
});

test('who signs in arrives where they wanted to go', async () => {
  answerWith({ 'GET /auth/verify': { body: null }, 'POST /auth/login': { body: maria } });
  const { router } = renderApp('/welcome');
  expect(await screen.findByRole('heading', { name: 'Iniciar sesión' })).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Correo electrónico' }), 'maria@example.org');
  await userEvent.type(screen.getByLabelText('Contraseña'), 'secreta');
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
  expect(await screen.findByRole('heading', { name: '¡Bienvenida, María Chocué!' })).toBeTruthy();
  expect(router.state.location.href).toBe('/welcome');
});

test.each(['/login', '/register'])('%s sends on who has a session', async path => {
  answerWith({ 'GET /auth/verify': { body: maria }, 'GET /tasks': { body: [] } });
  const { router } = renderApp(path);
  await expect.poll(() => router.state.location.pathname).toBe('/tasks');
});

test('/login does not lead out of the site', async () => {
  answerWith({ 'GET /auth/verify': { body: maria }, 'GET /tasks': { body: [] } });
  const { router } = renderApp('/login?volver=//evil.example.org');
  await expect.poll(() => router.state.location.href).toBe('/tasks');
});
