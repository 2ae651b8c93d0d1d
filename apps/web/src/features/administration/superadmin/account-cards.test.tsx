import { getAccountStats, listAdmins } from '@minga/contract/administration/admins';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderDashboard } from '../../../../test/dashboard.ts';
import { respond } from '../../../../test/server.ts';

const stats = { totalSuperAdmins: 1, totalAdmins: 3, totalUsers: 12_044, totalAccounts: 12_048 };

test('four cards show the numbers of accounts', async () => {
  renderDashboard('superadmin', '?tab=estadisticas', respond(getAccountStats, { body: stats }));
  await screen.findByText('Super Admins');
  const cards = screen.getAllByRole('term').map(({ parentElement }) => parentElement?.textContent);
  expect(cards).toEqual([
    'Super Admins1Acceso completo al sistema',
    'Administradores3Acceso administrativo limitadoGestionar',
    'Usuarios12.044Organizan actividades y asisten a ellas',
    'Total de Cuentas12.048Todos los roles',
  ]);
});

test('shows a loading state', async () => {
  renderDashboard(
    'superadmin',
    '?tab=estadisticas',
    respond(getAccountStats, () => new Promise(() => {})),
  );
  expect(await screen.findByText('Cargando estadísticas...')).toBeTruthy();
});

test('the administrators’ card links to their list', async () => {
  const { router } = renderDashboard('superadmin', '?tab=estadisticas', {
    ...respond(getAccountStats, { body: stats }),
    ...respond(listAdmins, { body: [], total: 0 }),
  });
  await userEvent.click(await screen.findByRole('link', { name: 'Gestionar administradores' }));
  await screen.findByRole('heading', { level: 2, name: 'Gestión de Administradores' });
  expect(router.state.location.href).toBe('/admin-dashboard?tab=administradores');
});

test('a failed request is reported and can be retried', async () => {
  let response: object = { status: 429 };
  renderDashboard(
    'superadmin',
    '?tab=estadisticas',
    respond(getAccountStats, () => response),
  );
  expect(await screen.findByText('Error al obtener estadísticas')).toBeTruthy();
  expect(screen.getByText('Se encontraron 1 error(es)')).toBeTruthy();
  response = { body: stats };
  await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
  expect(await screen.findByText('12.044')).toBeTruthy();
  expect(screen.queryByText('Error al obtener estadísticas')).toBeNull();
});
