import { login } from '@minga/contract/accounts';
import { listOwnActivities } from '@minga/contract/activities';
import { type Role, verifySession } from '@minga/contract/session';
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
import { fill } from '../../../../test/fill.ts';
import { renderApp, renderPiece } from '../../../../test/render.tsx';
import { declareResponses, maria, respond, signedIn, visitor } from '../../../../test/server.ts';
import { SessionGate } from './session-gate.tsx';

/** A minimal app: a page for these roles at /admin, and the two pages that the guard redirects to. */
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
  // The router's registered type is that of the app's own route tree.
  renderPiece(<RouterProvider router={router as never} />);
  return router;
}

test('shows a loading status while the session loads', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  renderGuarded(['user']);
  expect((await screen.findByRole('status')).textContent).toBe('Cargando sesión...');
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});

test('admits a listed role', async () => {
  declareResponses(signedIn());
  renderGuarded(['user', 'admin']);
  expect(await screen.findByRole('heading', { name: 'Hola, María Chocué' })).toBeTruthy();
});

test('redirects other roles to /tasks', async () => {
  declareResponses(signedIn());
  const router = renderGuarded(['admin', 'superadmin']);
  expect(await screen.findByRole('heading', { name: 'Mis actividades' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/tasks');
});

test('redirects a visitor to /login with the return path', async () => {
  declareResponses(visitor);
  const router = renderGuarded(['user']);
  expect(await screen.findByRole('heading', { name: 'Iniciar sesión' })).toBeTruthy();
  expect(router.state.location.search).toEqual({ volver: '/admin' });
});

const LOST = /^Tu sesión se cerró/;

test('reports no session loss on a first visit', async () => {
  declareResponses(visitor);
  renderApp('/profile');
  expect(await screen.findByText(/^Entra con tu cuenta, o crea una/)).toBeTruthy();
  expect(screen.queryByText(LOST)).toBeNull();
});

test('reports the lost session of this tab, even after a reload', async () => {
  declareResponses(signedIn());
  renderApp('/welcome');
  await screen.findByRole('heading', { level: 1, name: /Bienvenida/ });
  cleanup();
  declareResponses(visitor);
  const { router } = renderApp('/welcome');
  expect(await screen.findByText(LOST)).toBeTruthy();
  expect(router.state.location.search).toEqual({ volver: '/welcome' });
});

test('offers a retry if the session check fails', async () => {
  declareResponses(respond(verifySession, { status: 409, body: { message: 'Algo pasó', code: 'CONFLICT' } }));
  renderGuarded(['user']);
  expect(await screen.findByText('Algo pasó')).toBeTruthy();
  declareResponses(signedIn());
  await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
  expect(await screen.findByRole('heading', { name: 'Hola, María Chocué' })).toBeTruthy();
});

test('returns to the requested page after sign-in', async () => {
  declareResponses({ ...signedIn(() => null), ...respond(login, { body: maria }) });
  const { router } = renderApp('/welcome');
  expect(await screen.findByRole('heading', { name: 'Iniciar sesión' })).toBeTruthy();
  await fill(screen.getByRole('textbox', { name: 'Correo electrónico' }), 'maria@example.org');
  await fill(screen.getByLabelText('Contraseña'), 'secreta');
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
  expect(await screen.findByRole('heading', { name: '¡Bienvenida, María Chocué!' })).toBeTruthy();
  expect(router.state.location.href).toBe('/welcome');
});

test.each(['/login', '/register'])('%s redirects a signed-in user', async path => {
  declareResponses({ ...signedIn(), ...respond(listOwnActivities, { body: [] }) });
  const { router } = renderApp(path);
  await expect.poll(() => router.state.location.pathname).toBe('/tasks');
});

test('/login ignores a return path on another origin', async () => {
  declareResponses({ ...signedIn(), ...respond(listOwnActivities, { body: [] }) });
  const { router } = renderApp('/login?volver=//evil.example.org');
  await expect.poll(() => router.state.location.href).toBe('/tasks');
});
