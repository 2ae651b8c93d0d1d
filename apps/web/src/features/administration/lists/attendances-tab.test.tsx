import './attendances-tab.tsx';
import { getActivity } from '@minga/contract/activities';
import { listAllActivities } from '@minga/contract/administration/activities';
import { listAllAttendances, removeAttendance } from '@minga/contract/administration/attendances';
import { getUser, listUsers } from '@minga/contract/administration/users';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { anAccount, renderDashboard } from '../../../../test/dashboard.ts';
import { aRegistration } from '../../../../test/panel.ts';
import { errorResponse, type Responses, respond } from '../../../../test/server.ts';

// Imported here because it is lazy: on a busy machine the first test would time out while it loads.

const LIST = 'GET /admin-panel/attendances';
const activity = anActivity();
const other = anActivity({ _id: '01930000-0000-7000-8000-0000000000cc', title: 'Taller de tejido' });
const luz = anAccount(1, { username: 'Luz' });
const admin = anAccount(2, { username: 'Efraín', role: 'admin' });
const withDetails = aRegistration(1);
const path = `/admin-panel/attendances/${withDetails._id}`;

function show(responses: Responses = {}, search = '') {
  const state = { rows: [withDetails, aRegistration(2)] };
  const app = renderDashboard('admin', `?tab=asistencias${search}`, {
    ...respond(listAllAttendances, () => ({ body: state.rows, total: state.rows.length })),
    ...respond(listAllActivities, ({ query }) => {
      const body = { '': [activity], tejido: [other] }[query.search ?? ''] ?? [];
      return { body, total: body.length };
    }),
    ...respond(listUsers, { body: [luz, admin], total: 2 }),
    ...responses,
  });
  return { ...app, state };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const queries = (requestsTo: ReturnType<typeof show>['requestsTo']) =>
  requestsTo(LIST).map(({ query }) => query);
const field = (name: string) => screen.findByRole<HTMLInputElement>('combobox', { name });
const option = (name: RegExp) => screen.findByRole('option', { name, hidden: true });

test('lists attendances, including those of deleted accounts and activities', async () => {
  show(
    respond(listAllAttendances, {
      body: [
        withDetails,
        aRegistration(2, { task: null, user: null }),
        aRegistration(3, { user: { _id: null, username: 'Rosa', email: 'rosa@example.org' } }),
      ],
      total: 3,
    }),
  );
  await screen.findByText('3 asistencias');
  const table = within(screen.getByRole('table', { name: '3 asistencias' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Actividad',
    'Usuario',
    'Fecha de registro',
    'Acciones',
  ]);
  const rows = table
    .getAllByRole('row')
    .slice(1)
    .map(row =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
  const registered = 'Registrosáb, 21 nov 2026, 10:12\u00a0a.\u00a0m.';
  expect(rows).toEqual([
    [
      'ActividadSiembra de árbolessáb, 5 dic 2099',
      'UsuarioPersona 1persona.1@example.org',
      registered,
      'Eliminar',
    ],
    ['ActividadActividad eliminada', 'UsuarioUsuario eliminado', registered, 'Eliminar'],
    [
      'ActividadSiembra de árbolessáb, 5 dic 2099',
      'UsuarioRosarosa@example.orgSin cuenta',
      registered,
      'Eliminar',
    ],
  ]);
});

test('the server searches activity and user; Filtrar applies the filters, Limpiar resets them', async () => {
  const { requestsTo, router } = show();
  await userEvent.click(await field('Actividad'));
  await userEvent.keyboard('tejido');
  await userEvent.click(await option(/^Taller de tejido/));
  expect((await field('Actividad')).value).toBe('Taller de tejido');
  await userEvent.click(await field('Usuario'));
  await userEvent.click(await option(/^Luz/));
  expect(queries(requestsTo)).toHaveLength(1);
  await press('Filtrar');
  await waitFor(() =>
    expect(queries(requestsTo).at(-1)).toEqual({
      activityId: other._id,
      userId: luz._id,
      limit: '10',
      offset: '0',
    }),
  );
  expect(router.state.location.searchStr).toBe(`?tab=asistencias&actividad=${other._id}&usuario=${luz._id}`);
  const words = requestsTo('GET /admin-panel/activities').map(({ query }) => query.search ?? '');
  expect(new Set(words)).toEqual(new Set(['', 'tejido']));
  await press('Limpiar');
  await waitFor(() => expect(router.state.location.searchStr).toBe('?tab=asistencias'));
  expect((await field('Actividad')).value).toBe('');
  expect((await field('Usuario')).value).toBe('');
});

test('the calendar of the date filter starts weeks on Monday', async () => {
  const { requestsTo } = show({}, '&fecha=2026-11-20');
  const day = await screen.findByLabelText('Fecha de registro');
  expect(day.textContent).toBe('20 de noviembre de 2026');
  expect(queries(requestsTo)[0]).toMatchObject({ date: '2026-11-20' });
  await userEvent.click(day);
  const calendar = within(await screen.findByRole('dialog', { name: 'Fecha de registro' }));
  expect(calendar.getAllByRole('columnheader')[0]?.textContent).toMatch(/^lu$/i);
  await userEvent.click(calendar.getByRole('button', { name: '9 de noviembre de 2026' }));
  await press('Filtrar');
  await waitFor(() => expect(queries(requestsTo).at(-1)).toMatchObject({ date: '2026-11-09' }));
  // The dialog of the same name fades out.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Quitar: Fecha de registro' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Fecha de registro'));
});

test('ids in the URL are resolved to the names in the fields', async () => {
  const { requestsTo } = show(
    {
      ...respond(getActivity, { body: activity }, { id: activity._id }),
      ...respond(getUser, { body: luz }, { id: luz._id }),
    },
    `&actividad=${activity._id}&usuario=${luz._id}`,
  );
  await waitFor(async () => expect((await field('Actividad')).value).toBe('Siembra de árboles'));
  await waitFor(async () => expect((await field('Usuario')).value).toBe('Luz'));
  expect(queries(requestsTo)[0]).toMatchObject({ activityId: activity._id, userId: luz._id });
});

test('the id of a deleted activity still filters', async () => {
  const gone = { status: 404, body: { message: 'No encontrada', code: 'NOT_FOUND' } };
  const { requestsTo } = show(respond(getActivity, gone, { id: activity._id }), `&actividad=${activity._id}`);
  await waitFor(async () => expect((await field('Actividad')).value).toBe('Sin nombre (01930000…)'));
  expect(queries(requestsTo)[0]).toMatchObject({ activityId: activity._id });
});

test('a selected admin keeps the name from the search results', async () => {
  show(respond(getUser, { status: 403, body: { message: 'No', code: 'FORBIDDEN' } }, { id: admin._id }));
  await userEvent.click(await field('Usuario'));
  await userEvent.click(await option(/^Efraín/));
  await press('Filtrar');
  await screen.findByRole('table', { name: '2 asistencias' });
  expect((await field('Usuario')).value).toBe('Efraín');
});

test('a search without results and a failed search show a message', async () => {
  show(respond(listUsers, { status: 404 }));
  await userEvent.click(await field('Actividad'));
  await userEvent.keyboard('zzz');
  expect(await screen.findByText('Ninguna actividad se llama así')).toBeTruthy();
  await userEvent.click(await field('Usuario'));
  expect(await screen.findByText('Error al obtener usuarios')).toBeTruthy();
});

test.each([
  ['', 'No hay asistencias'],
  ['&fecha=2026-11-21', 'No hay asistencias con estos filtros'],
])('shows the empty state for %j', async (search, words) => {
  show(respond(listAllAttendances, { body: [], total: 0 }), search);
  expect(await screen.findByText(words)).toBeTruthy();
});

const QUESTION = '¿Estás seguro de eliminar este registro de asistencia?';
const confirm = async () => {
  await press('Eliminar: Persona 1, Siembra de árboles');
  const dialog = within(await screen.findByRole('dialog', { name: QUESTION }));
  await userEvent.click(dialog.getByRole('button', { name: 'Eliminar' }));
};

test.each([{ status: 204 }, errorResponse(404, 'No encontrada')])(
  'a deletion with the status $status succeeds and refetches the list',
  async response => {
    const { requestsTo, state } = show(
      respond(
        removeAttendance,
        () => {
          state.rows = [aRegistration(2)];
          return response;
        },
        { id: withDetails._id },
      ),
    );
    await confirm();
    expect(await screen.findByText('Asistencia eliminada')).toBeTruthy();
    expect(await screen.findByRole('table', { name: '1 asistencia' })).toBeTruthy();
    expect(requestsTo(`DELETE ${path}`)).toHaveLength(1);
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('button', { name: 'Eliminar: Persona 2, Siembra de árboles' }),
      ),
    );
  },
);

test('a failed deletion is reported until the banner is closed', async () => {
  show(respond(removeAttendance, { status: 500 }, { id: withDetails._id }));
  await confirm();
  expect(await screen.findByText('Error al eliminar asistencia')).toBeTruthy();
});

test('shows an error if the list fails to load', async () => {
  show(respond(listAllAttendances, { status: 404 }));
  expect(await screen.findByText('Error al obtener asistencias')).toBeTruthy();
});
