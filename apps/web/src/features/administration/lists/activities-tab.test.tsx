import './activities-tab.tsx';
import {
  approveActivity,
  listAllActivities,
  REJECTION_REASON_MAX,
  rejectActivity,
  switchPromotion,
  undoApproval,
  undoRejection,
} from '@minga/contract/administration/activities';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderDashboard } from '../../../../test/dashboard.ts';
import { type Responses, respond } from '../../../../test/server.ts';

// Imported here because it is lazy: on a busy machine the first test would time out while it loads.

const LIST = 'GET /admin-panel/activities';
const owner = { _id: '01930000-0000-7000-8000-00000000000b', username: 'Marta', email: 'marta@example.org' };
const pending = anActivity({ status: 'pending', user: owner });
const rejected = anActivity({
  _id: '01930000-0000-7000-8000-0000000000bb',
  title: 'Taller de tejido',
  description: '',
  place: '',
  status: 'rejected',
  rejectionReason: 'La dirección\nno existe.',
  isPromoted: true,
  user: owner,
});
const path = `/admin-panel/activities/${pending._id}`;

/** The rows of the server. */
const state = { rows: [pending, rejected] };

/** A list that reflects the actions. */
function show(responses: Responses = {}, search = '') {
  state.rows = [pending, rejected];
  return renderDashboard('admin', `?tab=actividades${search}`, {
    ...respond(listAllActivities, () => ({ body: state.rows, total: state.rows.length })),
    ...responses,
  });
}

type ActivityEndpoint =
  | typeof approveActivity
  | typeof undoApproval
  | typeof rejectActivity
  | typeof undoRejection
  | typeof switchPromotion;

/** An action on the first row, after which the server has these. */
const leaving = (endpoint: ActivityEndpoint, ...rows: typeof state.rows) =>
  respond(
    endpoint,
    () => {
      state.rows = rows;
      return { body: rows[0] ?? pending };
    },
    { id: pending._id },
  );

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const queries = (requestsTo: ReturnType<typeof show>['requestsTo']) =>
  requestsTo(LIST).map(({ query }) => query);

test('lists all activities; only pending ones can be approved or rejected', async () => {
  show();
  await screen.findByText('2 actividades');
  const table = within(screen.getByRole('table', { name: '2 actividades' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Actividad',
    'Fecha',
    'Lugar',
    'Estado',
    'Promoción',
    'La publicó',
    'Acciones',
  ]);
  const cells = (row: HTMLElement | undefined) =>
    within(row ?? document.body)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  const [, first, second] = table.getAllByRole('row');
  expect(cells(first)).toEqual([
    'No hay imagenSiembra de árbolesTrae guantes.',
    'Fechasáb, 5 dic 2099, 9:00\u00a0a.\u00a0m.',
    'LugarCerro de la Eme',
    'EstadoPendiente, ya pública',
    'Promoción',
    'La publicóMarta',
    'Ver detallesAprobarRechazar',
  ]);
  expect(cells(second)).toEqual([
    'No hay imagenTaller de tejido',
    expect.anything(),
    'LugarSin lugar',
    'EstadoRechazada',
    'Promoción',
    'La publicóMarta',
    'Ver detalles',
  ]);
});

test('Filtrar applies the filters, or repeats the search if unchanged, and Limpiar resets them', async () => {
  const { requestsTo, router } = show(
    respond(listAllActivities, { body: [pending], total: 25 }),
    '&pagina=3',
  );
  await userEvent.selectOptions(await screen.findByLabelText('Estado'), 'Pendientes');
  await userEvent.selectOptions(screen.getByLabelText('Promoción'), 'Sin promoción');
  const filtered = () => queries(requestsTo).filter(({ status }) => status === 'pending');
  expect(filtered()).toEqual([]);
  // Typed and pressed at once: what is typed applies by itself after a pause.
  fireEvent.change(screen.getByLabelText('Buscar'), { target: { value: ' tejido ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Filtrar' }));
  const first = { status: 'pending', promoted: 'false', search: 'tejido', limit: '10', offset: '0' };
  await waitFor(() => expect(filtered()[0]).toEqual(first));
  expect(router.state.location.searchStr).toBe('?tab=actividades&estado=pending&promocion=false&q=tejido');
  await press('Filtrar');
  await waitFor(() => expect(filtered().filter(({ offset }) => offset === '0')).toEqual([first, first]));
  await press('Limpiar');
  await waitFor(() => expect(router.state.location.searchStr).toBe('?tab=actividades'));
  expect(screen.getByLabelText<HTMLInputElement>('Buscar').value).toBe('');
  expect(screen.getByLabelText<HTMLSelectElement>('Estado').value).toBe('');
  // The list without filters is shown.
  await waitFor(() => expect(queries(requestsTo)).toContainEqual({ limit: '10', offset: '0' }));
  router.history.back();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Buscar').value).toBe('tejido'));
});

test('typed words search after a pause, with the chosen filters, while the user types on', async () => {
  const { requestsTo, router } = show();
  await userEvent.selectOptions(await screen.findByLabelText('Estado'), 'Pendientes');
  const field = screen.getByLabelText<HTMLInputElement>('Buscar');
  await userEvent.type(field, 'tejido ');
  await waitFor(() =>
    expect(queries(requestsTo).at(-1)).toMatchObject({ status: 'pending', search: 'tejido' }),
  );
  expect(router.state.location.searchStr).toBe('?tab=actividades&estado=pending&q=tejido');
  expect(field.value).toBe('tejido ');
  await userEvent.type(field, 'Marta');
  await waitFor(() => expect(queries(requestsTo).at(-1)).toMatchObject({ search: 'tejido Marta' }));
  router.history.back();
  await waitFor(() => expect(field.value).toBe(''));
  expect(screen.getByLabelText<HTMLSelectElement>('Estado').value).toBe('');
});

test('a link with filters fills the fields', async () => {
  const { requestsTo } = show({}, '&estado=pending&promocion=true');
  expect((await screen.findByLabelText<HTMLSelectElement>('Estado')).value).toBe('pending');
  expect(screen.getByLabelText<HTMLSelectElement>('Promoción').value).toBe('true');
  expect(queries(requestsTo)[0]).toMatchObject({ status: 'pending', promoted: 'true' });
});

test.each([
  ['', 'No hay actividades'],
  ['&q=zzz', 'No hay actividades con estos filtros'],
])('shows the empty state for %j', async (search, words) => {
  show(respond(listAllActivities, { body: [], total: 0 }), search);
  expect(await screen.findByText(words)).toBeTruthy();
});

test('an approval is sent once, shows a toast and refetches the list with its filters', async () => {
  const { requestsTo } = show(
    leaving(approveActivity, { ...pending, status: 'approved' }, rejected),
    '&q=siembra',
  );
  const approve = await screen.findByRole('button', { name: 'Aprobar: Siembra de árboles' });
  approve.focus();
  approve.click();
  approve.click();
  expect(await screen.findByText('Actividad aprobada')).toBeTruthy();
  expect(await screen.findByText('Aprobada')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Aprobar/ })).toBeNull();
  expect(document.activeElement).toBe(
    screen.getByRole('button', { name: 'Ver detalles: Siembra de árboles' }),
  );
  expect(requestsTo(`PATCH ${path}/approve`)).toHaveLength(1);
  expect(queries(requestsTo).map(({ search }) => search)).toEqual(['siembra', 'siembra']);
});

test('an approval can be undone at once, also while the list is refetched', async () => {
  let release = () => {};
  const held = new Promise<void>(resolve => (release = resolve));
  const { requestsTo } = show({
    ...respond(listAllActivities, async () => {
      const isRefetch = state.rows[0]?.status === 'approved';
      if (isRefetch) await held;
      return { body: state.rows, total: 2 };
    }),
    ...leaving(approveActivity, { ...pending, status: 'approved' }, rejected),
    ...leaving(undoApproval, pending, rejected),
  });
  await press('Aprobar: Siembra de árboles');
  await press('Deshacer');
  expect(requestsTo(`PATCH ${path}/undo-approval`)).toEqual([]);
  release();
  expect(await screen.findByText('La actividad vuelve a estar pendiente')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Aprobar: Siembra de árboles' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
  expect(requestsTo(`PATCH ${path}/undo-approval`)).toHaveLength(1);
});

test('an approval that can no longer be undone stays, and the reason is shown', async () => {
  const message = 'Ya le avisamos a quien la publicó';
  show({
    ...leaving(approveActivity, { ...pending, status: 'approved' }, rejected),
    ...respond(undoApproval, { status: 409, body: { message, code: 'CONFLICT' } }, { id: pending._id }),
  });
  await press('Aprobar: Siembra de árboles');
  await press('Deshacer');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByText('Aprobada')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
});

test('an undo that does not reach the database is offered again', async () => {
  const message = 'El servicio no está disponible en este momento. Intenta de nuevo en unos segundos.';
  const { requestsTo } = show({
    ...respond(approveActivity, { body: { ...pending, status: 'approved' } }, { id: pending._id }),
    ...respond(undoApproval, { status: 503, body: { message, code: 'UNAVAILABLE' } }, { id: pending._id }),
  });
  await press('Aprobar: Siembra de árboles');
  await press('Deshacer');
  expect(await screen.findByText(message)).toBeTruthy();
  await press('Deshacer');
  await waitFor(() => expect(requestsTo(`PATCH ${path}/undo-approval`)).toHaveLength(2));
});

test('an approved activity can be withdrawn from its details, with a reason', async () => {
  const { requestsTo } = show(leaving(rejectActivity, { ...pending, status: 'rejected' }));
  state.rows = [{ ...pending, status: 'approved' }];
  await press('Ver detalles: Siembra de árboles');
  await userEvent.click(await screen.findByRole('button', { name: 'Retirar...' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Retirar actividad' }));
  await userEvent.type(dialog.getByLabelText('Ingrese el motivo del retiro:'), 'Era una venta.');
  await userEvent.click(dialog.getByRole('button', { name: 'Retirar' }));
  expect(await screen.findByText('Actividad retirada')).toBeTruthy();
  expect(requestsTo(`PATCH ${path}/reject`).map(({ body }) => body)).toEqual([
    { reason: 'Era una venta.', currentStatus: 'approved' },
  ]);
});

test('the star shows and toggles the promotion', async () => {
  const { requestsTo } = show(leaving(switchPromotion, { ...pending, isPromoted: true }, rejected));
  const star = await screen.findByRole('button', { name: 'Promocionar: Siembra de árboles' });
  expect(star.getAttribute('aria-pressed')).toBe('false');
  await userEvent.dblClick(star);
  expect(await screen.findByText('Actividad promocionada')).toBeTruthy();
  await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'));
  expect(requestsTo(`PATCH ${path}/promotion`).map(({ body }) => body)).toEqual([{ promotion: true }]);
  expect(document.activeElement).toBe(star);
});

const rejecting = async () => {
  await press('Rechazar: Siembra de árboles');
  const dialog = within(await screen.findByRole('dialog', { name: 'Rechazar actividad' }));
  const reason = dialog.getByLabelText('Ingrese el motivo del rechazo:');
  return { dialog, reason, send: () => userEvent.click(dialog.getByRole('button', { name: 'Rechazar' })) };
};

test('an empty reason cancels the rejection', async () => {
  const { requestsTo } = show();
  const { reason, send } = await rejecting();
  await userEvent.type(reason, '   ');
  await send();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requestsTo(`PATCH ${path}/reject`)).toEqual([]);
  expect(screen.getByText('Pendiente, ya pública')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rechazar: Siembra de árboles' }));
});

test('a rejection’s reason must not be too long', async () => {
  const { requestsTo } = show();
  const { dialog, reason, send } = await rejecting();
  await userEvent.click(reason);
  await userEvent.paste('a'.repeat(REJECTION_REASON_MAX + 1));
  expect(dialog.getByText(/Sobra 1 · 501 de 500 caracteres/)).toBeTruthy();
  await send();
  expect(await dialog.findByText('El motivo debe tener como máximo 500 caracteres')).toBeTruthy();
  expect(requestsTo(`PATCH ${path}/reject`)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rechazar: Siembra de árboles' }));
});

test('a rejection sends its reason', async () => {
  const { requestsTo } = show(leaving(rejectActivity, { ...pending, status: 'rejected' }));
  const { reason, send } = await rejecting();
  await userEvent.type(reason, ' Falta la dirección. ');
  await send();
  expect(await screen.findByText('Actividad rechazada')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requestsTo(`PATCH ${path}/reject`).map(({ body }) => body)).toEqual([
    { reason: 'Falta la dirección.' },
  ]);
  expect(screen.queryByText(/^Pendiente,/)).toBeNull();
});

test.each([
  ['pending', 'Rechazar', 'La actividad vuelve a estar pendiente'],
  ['approved', 'Retirar', 'La actividad vuelve a estar publicada'],
] as const)('a rejection of what was %s can be undone', async (status, button, undone) => {
  const { requestsTo } = show({
    ...leaving(rejectActivity, { ...pending, status: 'rejected' }, rejected),
    ...leaving(undoRejection, { ...pending, status }, rejected),
  });
  state.rows = [{ ...pending, status }, rejected];
  if (status === 'approved') {
    await press('Ver detalles: Siembra de árboles');
    await press('Retirar...');
  } else await press('Rechazar: Siembra de árboles');
  const dialog = within(await screen.findByRole('dialog', { name: `${button} actividad` }));
  await userEvent.type(dialog.getByRole('textbox'), 'Falta la dirección.');
  await userEvent.click(dialog.getByRole('button', { name: button }));
  await press('Deshacer');
  expect(await screen.findByText(undone)).toBeTruthy();
  expect(requestsTo(`PATCH ${path}/undo-rejection`)).toHaveLength(1);
});

test('a failed rejection keeps the text; the banner stays until it is closed', async () => {
  show(respond(rejectActivity, { status: 500 }, { id: pending._id }));
  const { dialog, reason, send } = await rejecting();
  await userEvent.type(reason, 'Falta la dirección.');
  await send();
  expect(await dialog.findByText('Error al rechazar actividad')).toBeTruthy();
  expect((reason as HTMLTextAreaElement).value).toBe('Falta la dirección.');
});

test('a decision by another admin is reported and shown after the refetch', async () => {
  show(
    respond(
      rejectActivity,
      () => {
        state.rows = [{ ...pending, status: 'approved' }];
        return { status: 409, body: { message: 'Esta actividad ya no está pendiente', code: 'CONFLICT' } };
      },
      { id: pending._id },
    ),
  );
  const { reason, send } = await rejecting();
  await userEvent.type(reason, 'No');
  await send();
  expect(await screen.findByText('Esta actividad ya no está pendiente')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Aprobada')).toBeTruthy();
});

test.each([
  ['Aprobar: Siembra de árboles', 'approve', 'Error al aprobar actividad'],
  ['Promocionar: Siembra de árboles', 'promotion', 'Error al cambiar promoción de actividad'],
])('a failed %s is reported until the banner is closed', async (name, action, fallback) => {
  const { requestsTo } = show({ [`PATCH ${path}/${action}`]: { status: 500 } });
  await press(name);
  expect(await screen.findByText(fallback)).toBeTruthy();
  await press('Cerrar los errores');
  expect(screen.queryByText(fallback)).toBeNull();
  await waitFor(() => expect(queries(requestsTo)).toHaveLength(2));
});

test('shows an error if the list fails to load', async () => {
  show(respond(listAllActivities, { status: 404 }));
  expect(await screen.findByText('Error al obtener actividades')).toBeTruthy();
});
