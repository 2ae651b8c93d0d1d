import {
  changeUserStatus,
  deleteUser,
  getUser,
  listUsers,
  updateUser,
} from '@minga/contract/administration/users';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anAccount, renderDashboard } from '../../../../../test/dashboard.ts';
import type { Responses } from '../../../../../test/server.ts';
import { errorResponse, respond } from '../../../../../test/server.ts';
// Imported here because it is lazy: on a busy machine the first test would time out while it loads.
import './users-tab.tsx';

const LIST = 'GET /admin-panel/users';
const luz = anAccount(1, { username: 'Luz', email: 'luz@example.org' });
const ana = anAccount(2, { username: 'Ana' });
const path = `/admin-panel/users/${luz._id}`;

/** A list that reflects the actions. */
function show(responses: Responses = {}, search = '') {
  const state = { rows: [luz, ana] };
  const app = renderDashboard('admin', `?tab=usuarios${search}`, {
    ...respond(listUsers, () => ({ body: state.rows, total: state.rows.length })),
    ...respond(getUser, { body: luz }, { id: luz._id }),
    ...responses,
  });
  return { ...app, state };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const lists = (requestsTo: (line: string) => unknown[]) => requestsTo(LIST).length;

test('a status change is sent once on a double press, shows a toast and refetches the list with its filters', async () => {
  let release = () => {};
  const held = new Promise<void>(resolve => (release = resolve));
  const { requestsTo, state } = show(
    respond(
      changeUserStatus,
      async () => {
        await held;
        state.rows = [{ ...luz, isActive: false }, ana];
        return { body: state.rows[0] };
      },
      { id: luz._id },
    ),
    '&rol=user',
  );
  const button = await screen.findByRole('button', { name: 'Desactivar: Luz' });
  button.click();
  button.click();
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  for (const other of ['Editar: Luz', 'Eliminar: Luz']) {
    expect(screen.getByRole('button', { name: other }).getAttribute('aria-disabled')).toBe('true');
  }
  expect(screen.getByRole('button', { name: 'Editar: Ana' }).getAttribute('aria-disabled')).toBeNull();
  release();
  expect(await screen.findByText('Usuario desactivado')).toBeTruthy();
  const activate = await screen.findByRole('button', { name: 'Activar: Luz' });
  await waitFor(() => expect(activate.getAttribute('aria-disabled')).toBeNull());
  expect(requestsTo(`PATCH ${path}/status`).map(({ body }) => body)).toEqual([{ isActive: false }]);
  expect(requestsTo(LIST).map(({ query }) => query.role)).toEqual(['user', 'user']);
});

test('a deactivation can be undone', async () => {
  const { requestsTo, state } = show(
    respond(
      changeUserStatus,
      ({ body }) => {
        state.rows = [{ ...luz, ...(body as { isActive: boolean }) }, ana];
        return { body: state.rows[0] };
      },
      { id: luz._id },
    ),
  );
  await press('Desactivar: Luz');
  await press('Deshacer');
  expect(await screen.findByText('Usuario activado de nuevo')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Desactivar: Luz' })).toBeTruthy();
  expect(requestsTo(`PATCH ${path}/status`).map(({ body }) => body)).toEqual([
    { isActive: false },
    { isActive: true },
  ]);
});

test('the focus moves on when a status change removes the row from the list', async () => {
  const { state } = show(
    respond(
      changeUserStatus,
      () => {
        state.rows = [ana];
        return { body: luz };
      },
      { id: luz._id },
    ),
  );
  await press('Desactivar: Luz');
  await waitFor(() => expect(screen.queryByText('Luz')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Eliminar: Ana' }));
});

test.each([
  ['status', 'Desactivar: Luz', `PATCH ${path}/status`, 'Error al cambiar estado del usuario'],
  ['deletion', 'Eliminar: Luz', `DELETE ${path}`, 'Error al eliminar usuario'],
])('a failed %s is reported for 3 s and the list is refetched', async (_, name, line, fallback) => {
  const { requestsTo } = show({ [line]: { status: 500 } });
  await press(name);
  const dialog = screen.queryByRole('dialog');
  if (dialog) await userEvent.click(within(dialog).getByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByText(fallback)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(fallback)).toBeNull(), { timeout: 5000 });
  expect(lists(requestsTo)).toBe(2);
});

test('a deletion requires a confirmation that lists the consequences and can be cancelled', async () => {
  const { requestsTo } = show();
  await press('Eliminar: Luz');
  const asking = within(
    await screen.findByRole('dialog', { name: '¿Estás seguro de eliminar este usuario?' }),
  );
  expect(asking.getByText(/Sus actividades se eliminan para siempre/)).toBeTruthy();
  expect(asking.getByText('luz@example.org')).toBeTruthy();
  await userEvent.click(asking.getByRole('button', { name: 'Cancelar' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Eliminar: Luz' }));
  expect(requestsTo(`DELETE ${path}`)).toEqual([]);
});

test.each([{ status: 204 }, errorResponse(404, 'No encontrado')])(
  'a deletion with the status $status succeeds and focuses the next row',
  async response => {
    const { requestsTo, state } = show(
      respond(
        deleteUser,
        () => {
          state.rows = [ana];
          return response;
        },
        { id: luz._id },
      ),
    );
    await press('Eliminar: Luz');
    const confirm = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Eliminar' });
    confirm.click();
    confirm.click();
    expect(await screen.findByText('Usuario eliminado')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Luz')).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Eliminar: Ana' })),
    );
    expect(requestsTo(`DELETE ${path}`)).toHaveLength(1);
  },
);

test('deleting the last row of a page shows the previous page', async () => {
  const first = Array.from({ length: 10 }, (_, index) => anAccount(index + 10));
  let isThere = true;
  const { router } = show(
    {
      ...respond(listUsers, ({ query }) => ({
        body: query.offset === '0' ? first : isThere ? [luz] : [],
        total: isThere ? 11 : 10,
      })),
      ...respond(
        deleteUser,
        () => {
          isThere = false;
          return { status: 204 };
        },
        { id: luz._id },
      ),
    },
    '&pagina=2',
  );
  await press('Eliminar: Luz');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByText('Persona 10')).toBeTruthy();
  expect(router.state.location.searchStr).toBe('?tab=usuarios');
  await waitFor(() => expect(screen.queryByText('Luz')).toBeNull());
});

const editing = () => screen.findByRole('dialog', { name: 'Editar usuario' });

test('the edit form starts with the refetched account, sends all fields and closes', async () => {
  const { requestsTo, state } = show({
    ...respond(getUser, { body: { ...luz, phone: '3009999999' } }, { id: luz._id }),
    ...respond(
      updateUser,
      () => {
        state.rows = [{ ...luz, username: 'Luz Dary' }, ana];
        return { body: state.rows[0] };
      },
      { id: luz._id },
    ),
  });
  await press('Editar: Luz');
  const dialog = within(await editing());
  const name = await dialog.findByLabelText('Nombre de usuario');
  expect(dialog.getByLabelText<HTMLInputElement>('Teléfono').value).toBe('3009999999');
  await userEvent.clear(name);
  await userEvent.type(name, 'Luz Dary');
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar Cambios' }));
  expect(await screen.findByText('Usuario actualizado')).toBeTruthy();
  expect(await screen.findByText('Luz Dary')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Editar: Luz Dary' }));
  expect(requestsTo(`PUT ${path}`).map(({ body }) => body)).toEqual([
    { username: 'Luz Dary', email: 'luz@example.org', phone: '3009999999' },
  ]);
});

test('an edit is validated before it is sent', async () => {
  const { requestsTo } = show();
  await press('Editar: Luz');
  const dialog = within(await editing());
  const email = await dialog.findByLabelText('Correo electrónico');
  await userEvent.clear(email);
  await userEvent.type(email, 'luz@');
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar Cambios' }));
  expect(await dialog.findByText('Ingresa un correo electrónico válido')).toBeTruthy();
  expect(requestsTo(`PUT ${path}`)).toEqual([]);
});

test('a used e-mail is reported at its field and in the banner; the form stays open', async () => {
  show(respond(updateUser, errorResponse(409, 'Ya existe una cuenta con este correo'), { id: luz._id }));
  await press('Editar: Luz');
  const dialog = within(await editing());
  await userEvent.click(await dialog.findByRole('button', { name: 'Guardar Cambios' }));
  expect(await dialog.findByText('Se encontraron 1 error(es)')).toBeTruthy();
  const email = dialog.getByLabelText('Correo electrónico');
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(email);
});

test('a failed edit is reported in the dialog for 3 s', async () => {
  show(respond(updateUser, { status: 500 }, { id: luz._id }));
  await press('Editar: Luz');
  const dialog = within(await editing());
  await userEvent.click(await dialog.findByRole('button', { name: 'Guardar Cambios' }));
  expect(await dialog.findByText('Error al actualizar usuario')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Error al actualizar usuario')).toBeNull(), {
    timeout: 5000,
  });
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('an account that fails to load is reported and the dialog closes', async () => {
  const { requestsTo } = show(respond(getUser, { status: 404 }, { id: luz._id }));
  await press('Editar: Luz');
  expect(await screen.findByText('Error al obtener detalles del usuario')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(lists(requestsTo)).toBe(2));
});
