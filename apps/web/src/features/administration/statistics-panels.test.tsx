import './statistics-panels.tsx';
import { getActivity } from '@minga/contract/activities';
import { getActivityStats } from '@minga/contract/administration/activities';
import { getAttendanceStats } from '@minga/contract/administration/attendances';
import { getUser, getUserStats, listUsers } from '@minga/contract/administration/users';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { anAccount, renderDashboard } from '../../../test/dashboard.ts';
import { someActivityStats, someAttendanceStats, someUserStats } from '../../../test/panel.ts';
import { type Responses, respond } from '../../../test/server.ts';
import { percentOf } from './statistics-panels.tsx';

describe('statistics-panels', () => {
  // Imported here because it is lazy: on a busy machine the first test would time out while it loads.

  const USERS = 'GET /admin-panel/users/stats';
  const ACTIVITIES = 'GET /admin-panel/activities/stats';
  const ATTENDANCES = 'GET /admin-panel/attendances/stats';

  const show = (responses: Responses = {}) =>
    renderDashboard('admin', '?tab=estadisticas', {
      ...respond(getUserStats, { body: someUserStats() }),
      ...respond(getActivityStats, { body: someActivityStats() }),
      ...respond(getAttendanceStats, { body: someAttendanceStats() }),
      ...responses,
    });

  const panel = async (name: string) => within(await screen.findByRole('region', { name }));
  const numbers = (panel: { getAllByRole: (role: string) => HTMLElement[] }) =>
    panel
      .getAllByRole('term')
      .map(term => [term.textContent, term.parentElement?.querySelector('dd')?.textContent]);

  test('shows all figures of the three panels', async () => {
    show();
    const users = await panel('Usuarios');
    await users.findByText('Total');
    expect(numbers(users)).toEqual([
      ['Total', '1.235'],
      ['Activos', '1.200'],
      ['Inactivos', '35'],
      ['Regulares', '1.230'],
      ['Administradores', '5'],
    ]);
    const activities = await panel('Actividades');
    await activities.findByText('Total');
    expect(numbers(activities)).toEqual([
      ['Total', '30'],
      ['Pendientes', '10'],
      ['Aprobadas', '19'],
      ['Rechazadas', '1'],
      ['Promocionadas', '4'],
    ]);
    const attendances = await panel('Asistencias');
    await attendances.findByText('Total');
    expect(numbers(attendances)).toEqual([
      ['Total', '6'],
      ['Usuarios únicos', '3'],
      ['Actividades con asistencias', '2'],
    ]);
    expect(attendances.getByText('Contado hace 5 minutos.')).toBeTruthy();
  });

  const entries = async (name: string) =>
    within(await screen.findByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  test('the charts contain their numbers: weeks, states and both Top 5 with rounded shares', async () => {
    show();
    const weeks = await entries('Cuentas nuevas');
    expect(weeks).toHaveLength(12);
    expect(weeks.slice(-2)).toEqual([
      'Semana del 9 de noviembre de 2026: 9 nov1.204',
      'Semana del 16 de noviembre de 2026: 16 nov31',
    ]);
    expect(await entries('Asistencias confirmadas')).toHaveLength(12);
    expect(await entries('Actividades por estado')).toEqual([
      'Pendientes10 · 33\u00a0%',
      'Aprobadas19 · 63\u00a0%',
      'Rechazadas1 · 3\u00a0%',
    ]);
    expect(await entries('Top 5 de actividades')).toEqual([
      'Siembra de árboles4 · 67\u00a0%',
      'Taller de tejido2 · 33\u00a0%',
    ]);
    expect(await entries('Top 5 de usuarios')).toEqual(['Persona 13 · 50\u00a0%', 'Visitante1 · 17\u00a0%']);
  });

  test.each([
    ['Pendientes: 10', '?tab=actividades&estado=pending'],
    ['Promocionadas: 4', '?tab=actividades&promocion=true'],
    ['Inactivos: 35', '?tab=usuarios&estado=inactive'],
    ['Administradores: 5', '?tab=usuarios&rol=admin'],
    ['Siembra de árboles', '?tab=asistencias&actividad=01930000-0000-7000-8000-00000000000a'],
    ['Persona 1', '?tab=asistencias&usuario=01970000-0000-7000-8000-000000000001'],
  ])('%s links to the counted rows', async (name, search) => {
    const { router } = show({
      ...respond(getActivity, { body: anActivity() }, { id: anActivity()._id }),
      ...respond(getUser, { body: anAccount(1) }, { id: anAccount(1)._id }),
    });
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('href')).toBe(`/admin-dashboard${search}`);
    await userEvent.click(link);
    await waitFor(() => expect(router.state.location.searchStr).toBe(search));
  });

  test('an attendee without an account is not a link', async () => {
    show();
    await screen.findByText('Visitante');
    expect(screen.queryByRole('link', { name: 'Visitante' })).toBeNull();
  });

  test('without data it shows zeros and texts instead of empty charts', async () => {
    const none = {
      totalAttendances: 0,
      uniqueUsersAttended: 0,
      activitiesWithAttendances: 0,
      topActivities: [],
      topUsers: [],
    };
    show({
      ...respond(getActivityStats, {
        body: someActivityStats({
          totalActivities: 0,
          pendingActivities: 0,
          approvedActivities: 0,
          rejectedActivities: 0,
        }),
      }),
      ...respond(getAttendanceStats, { body: someAttendanceStats(none) }),
    });
    expect(await screen.findByText('Todavía no hay actividades.')).toBeTruthy();
    expect(await screen.findAllByText('Todavía no hay asistencias.')).toHaveLength(2);
  });

  test.each([
    [USERS, 'Usuarios', 'Error al obtener estadísticas de usuarios'],
    [ACTIVITIES, 'Actividades', 'Error al obtener estadísticas de actividades'],
    [ATTENDANCES, 'Asistencias', 'Error al obtener estadísticas de asistencias'],
  ])('if %s fails, only its panel shows an error and can be retried', async (line, name, fallback) => {
    let isBroken = true;
    const good: Record<string, object> = {
      [USERS]: someUserStats(),
      [ACTIVITIES]: someActivityStats(),
      [ATTENDANCES]: someAttendanceStats(),
    };
    const { requestsTo } = show({
      [line]: () => (isBroken ? { status: 404 } : { body: good[line] }),
    });
    expect(await screen.findByText(fallback)).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('Total')).toHaveLength(2));
    isBroken = false;
    const before = requestsTo(line).length;
    await userEvent.click((await panel(name)).getByRole('button', { name: 'Intentar de nuevo' }));
    await waitFor(() => expect(screen.getAllByText('Total')).toHaveLength(3));
    expect(screen.queryByText(fallback)).toBeNull();
    expect(requestsTo(line)).toHaveLength(before + 1);
  });

  test('statistics are fetched only on their tab', async () => {
    const { requestsTo } = renderDashboard(
      'admin',
      '?tab=usuarios',
      respond(listUsers, { body: [], total: 0 }),
    );
    await screen.findByText('No hay usuarios');
    expect([USERS, ACTIVITIES, ATTENDANCES].flatMap(requestsTo)).toEqual([]);
  });
});

describe('percent-of', () => {
  test.each([
    [1, 3, '33\u00a0%'],
    [2, 3, '67\u00a0%'],
    [1, 200, '1\u00a0%'],
    [1, 201, '0\u00a0%'],
    [7, 7, '100\u00a0%'],
    [0, 0, '0\u00a0%'],
  ])('%d of %d is %s', (count, total, share) => {
    expect(percentOf(count, total)).toBe(share);
  });
});
