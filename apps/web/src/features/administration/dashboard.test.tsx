import { createAdmin, listAdmins } from '@minga/contract/administration/admins';
import { verifySession } from '@minga/contract/session';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderDashboard } from '../../../test/dashboard.ts';
import { renderApp } from '../../../test/render.tsx';
import { declareResponses, errorResponse, respond, visitor } from '../../../test/server.ts';

const tabs = () => screen.getAllByRole('tab').map(tab => tab.textContent);
const selected = () => screen.getByRole('tab', { selected: true }).textContent;

test.each([
  [
    'superadmin',
    'Panel de Super Administración',
    [
      'Hoy',
      'Por revisar',
      'Administradores',
      'Crear Administrador',
      'Sitio',
      'Confianza',
      'Textos legales',
      'Datos personales',
      'Otros servidores',
      'Estadísticas',
      'Sistema',
    ],
  ],
  [
    'admin',
    'Panel de Administración',
    ['Hoy', 'Reportes', 'Actividades', 'Colectivos', 'Usuarios', 'Asistencias', 'Estadísticas', 'Sistema'],
  ],
] as const)('a %s has a title and tabs of their own', async (role, title, names) => {
  renderDashboard(role);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(tabs()).toEqual(names);
  expect(selected()).toBe('Hoy');
  expect(screen.getByRole('tabpanel', { name: 'Hoy' })).toBeTruthy();
  expect(document.title).toBe(`Hoy · ${title} · Minga`);
});

test('shows a loading state until the session is known', async () => {
  renderDashboard(
    'admin',
    '',
    respond(verifySession, () => new Promise(() => {})),
  );
  expect(await screen.findByText('Cargando sesión...')).toBeTruthy();
});

test('a user is redirected to their activities', async () => {
  const { router } = renderDashboard('user', '?tab=usuarios');
  await expect.poll(() => router.state.location.href).toBe('/tasks');
});

test('a visitor is redirected to the sign-in page and back afterwards', async () => {
  declareResponses(visitor);
  const { router } = renderApp('/admin-dashboard?tab=crear');
  await expect.poll(() => router.state.location.pathname).toBe('/login');
  expect(router.state.location.search).toEqual({ volver: '/admin-dashboard?tab=crear' });
});

test('the URL selects the tab, and the back button returns to the previous one', async () => {
  const { router } = renderDashboard('admin', '?tab=usuarios&q=ana&pagina=3');
  await screen.findByRole('tab', { name: 'Usuarios', selected: true });
  await userEvent.click(screen.getByRole('tab', { name: 'Asistencias' }));
  await screen.findByRole('tab', { name: 'Asistencias', selected: true });
  expect(router.state.location.href).toBe('/admin-dashboard?tab=asistencias');
  expect(document.title).toBe('Asistencias · Panel de Administración · Minga');
  router.history.back();
  await screen.findByRole('tab', { name: 'Usuarios', selected: true });
  expect(router.state.location.search).toMatchObject({ q: 'ana' });
});

test.each([
  ['superadmin', 'usuarios'],
  ['admin', 'crear'],
  ['admin', 'toString'],
  ['superadmin', ''],
] as const)('to a %s the tab "%s" is what waits today', async (role, tab) => {
  renderDashboard(role, `?tab=${tab}`);
  await screen.findByRole('tab', { name: 'Hoy', selected: true });
});

test('opening another tab clears the errors', async () => {
  renderDashboard('superadmin', '?tab=crear', {
    ...respond(createAdmin, 'unreachable'),
    ...respond(listAdmins, { body: [], total: 0 }),
  });
  await userEvent.type(await screen.findByLabelText('Nombre de usuario'), 'Ana');
  await userEvent.type(screen.getByLabelText('Correo electrónico'), 'ana@example.org');
  await userEvent.type(screen.getByLabelText('Contraseña'), 'maíz-y-café');
  await userEvent.type(screen.getByLabelText('Confirmar contraseña'), 'maíz-y-café');
  await userEvent.click(screen.getByRole('button', { name: 'Crear Administrador' }));
  expect(await screen.findByText(/^Error al crear administrador: no hay conexión/)).toBeTruthy();
  expect(screen.getByText('Se encontraron 1 error(es)')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Administradores' }));
  await screen.findByRole('tab', { name: 'Administradores', selected: true });
  expect(screen.queryByText(/^Error al crear administrador/)).toBeNull();
});

test('arrow keys move between tabs, and Enter opens one', async () => {
  renderDashboard('admin');
  (await screen.findByRole('tab', { name: 'Hoy' })).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('Actividades');
  expect(selected()).toBe('Hoy');
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('tab', { name: 'Actividades', selected: true });
  await userEvent.keyboard('{Home}');
  expect(document.activeElement?.textContent).toBe('Hoy');
});

test('shows how to set the second factor up that the site requires', async () => {
  const message = 'Para administrar necesitas un segundo factor.';
  renderDashboard(
    'superadmin',
    '?tab=administradores',
    respond(listAdmins, errorResponse(403, message, 'SECOND_FACTOR_REQUIRED')),
  );
  const link = await screen.findByRole('link', { name: 'Activarlo en mi perfil' });
  expect(link.getAttribute('href')).toBe('/profile#seguridad');
  expect(screen.queryByRole('tab')).toBeNull();
});
