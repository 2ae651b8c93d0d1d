import './users-tab.tsx';
import type { Account } from '@minga/contract/administration/account';
import {
  changeUserStatus,
  deleteUser,
  getUser,
  listUsers,
  updateUser,
} from '@minga/contract/administration/users';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { anAccount, renderDashboard } from '../../../../test/dashboard.ts';
import { fill } from '../../../../test/fill.ts';
import { errorResponse, type Responses, respond, type SentRequest } from '../../../../test/server.ts';

describe('users-tab', () => {
  // Imported here because it is lazy: on a busy machine the first test would time out while it loads.

  /** The requested page of a list of this length. */
  const pageOf =
    (total: number, changes: Partial<Account> = {}) =>
    ({ query }: SentRequest) => {
      const offset = Number(query.offset);
      const length = Math.max(0, Math.min(Number(query.limit), total - offset));
      const body = Array.from({ length }, (_, index) => {
        const number = offset + index + 1;
        const _id = `01970000-0000-7000-8000-${String(number).padStart(12, '0')}`;
        return anAccount(1, { _id, username: `Persona ${number}`, ...changes });
      });
      return { body, total };
    };

  const show = (search = '', responses: Responses = {}) =>
    renderDashboard('admin', `?tab=usuarios${search}`, { ...respond(listUsers, pageOf(3)), ...responses });

  const queries = (sent: SentRequest[]) =>
    sent.filter(({ path }) => path === '/admin-panel/users').map(({ query }) => query);
  const count = (text: string) => screen.findByText(text, { selector: 'h2' });

  test('lists all accounts; admins have no actions', async () => {
    show(
      '',
      respond(listUsers, {
        body: [
          anAccount(1, { username: '<b>Luz</b>', isActive: false }),
          anAccount(2, { username: 'Efraín', role: 'admin' }),
        ],
        total: 2,
      }),
    );
    await count('2 usuarios');
    const table = within(screen.getByRole('table', { name: '2 usuarios' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Usuario',
      'Correo',
      'Rol',
      'Estado',
      'Acciones',
    ]);
    const cells = (row: HTMLElement | undefined) =>
      within(row ?? document.body)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    const [, luz, efrain] = table.getAllByRole('row');
    expect(cells(luz)).toEqual([
      '<b>Luz</b>Desde el 31 de octubre de 2026Ver lo que publicóVer asistencias',
      'Correopersona.1@example.org',
      'RolUsuario',
      'EstadoInactivo',
      'ActivarEditarEliminar',
    ]);
    const attendances = table.getByRole('link', { name: 'Ver asistencias: <b>Luz</b>' });
    expect(attendances.getAttribute('href')).toBe(
      `/admin-dashboard?tab=asistencias&usuario=${anAccount(1)._id}`,
    );
    const published = table.getByRole('link', { name: 'Ver lo que publicó: <b>Luz</b>' });
    expect(published.getAttribute('href')).toBe('/admin-dashboard?tab=actividades&q=persona.1%40example.org');
    expect(cells(efrain).slice(2)).toEqual([
      'RolAdministrador',
      'EstadoActivo',
      'Lo gestiona la superadministración',
    ]);
  });

  test('selections filter immediately, words after a pause; the URL holds both, and the back button undoes them', async () => {
    const { sent, router } = show('&pagina=2', respond(listUsers, pageOf(30)));
    await count('30 usuarios');
    await userEvent.selectOptions(screen.getByLabelText('Rol'), 'Administradores');
    await waitFor(() => expect(queries(sent).at(-1)).toMatchObject({ role: 'admin' }));
    expect(router.state.location.searchStr).toBe('?tab=usuarios&rol=admin');
    await userEvent.selectOptions(screen.getByLabelText('Estado'), 'Inactivos');
    await userEvent.type(screen.getByLabelText('Buscar'), 'luz@');
    await waitFor(() =>
      expect(queries(sent)).toContainEqual({
        role: 'admin',
        status: 'inactive',
        search: 'luz@',
        limit: '10',
        offset: '0',
      }),
    );
    expect(queries(sent).filter(({ search }) => search !== undefined && search !== 'luz@')).toEqual([]);
    expect(router.state.location.searchStr).toBe('?tab=usuarios&rol=admin&estado=inactive&q=luz%40');
    router.history.back();
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Buscar').value).toBe(''));
    expect(screen.getByLabelText<HTMLSelectElement>('Estado').value).toBe('inactive');
  });

  test('a list of a hundred thousand loads ten rows at a time and prefetches the next page', async () => {
    const { sent, router } = show('', respond(listUsers, pageOf(100_000)));
    await count('100.000 usuarios');
    expect(screen.getByText('Página 1 de 10.000')).toBeTruthy();
    await waitFor(() => expect(queries(sent).map(({ offset }) => offset)).toEqual(['0', '10']));
    await userEvent.click(screen.getByRole('button', { name: 'Página siguiente' }));
    // It was prefetched.
    expect(await screen.findByText('Persona 11')).toBeTruthy();
    expect(screen.getByText('Página 2 de 10.000')).toBeTruthy();
    expect(router.state.location.searchStr).toBe('?tab=usuarios&pagina=2');
    await userEvent.click(screen.getByRole('button', { name: 'Última página' }));
    expect(await screen.findByText('Persona 100000')).toBeTruthy();
    const next = screen.getByRole('button', { name: 'Página siguiente' });
    expect(next.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Última página' }));
    await userEvent.click(screen.getByRole('button', { name: 'Página anterior' }));
    expect(await screen.findByText('Persona 99990')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Primera página' }));
    expect(await screen.findByText('Persona 1')).toBeTruthy();
    expect(queries(sent).every(({ limit }) => limit === '10')).toBe(true);
    expect(screen.getByText('100.000 usuarios. Página 1 de 10.000').role).toBe('status');
  });

  test('the current page stays visible while the next one loads, which is announced', async () => {
    let release = () => {};
    const held = new Promise<void>(resolve => (release = resolve));
    show(
      '',
      respond(listUsers, async request => {
        if (request.query.offset !== '0') await held;
        return pageOf(25)(request);
      }),
    );
    await count('25 usuarios');
    await userEvent.click(screen.getByRole('button', { name: 'Página siguiente' }));
    expect(await screen.findByText('Cargando usuarios...')).toBeTruthy();
    expect(screen.getByText('Persona 1')).toBeTruthy();
    expect(screen.getByRole('region', { name: '25 usuarios' }).getAttribute('aria-busy')).toBe('true');
    release();
    expect(await screen.findByText('Persona 11')).toBeTruthy();
    expect(screen.queryByText('Persona 1')).toBeNull();
  });

  test('a page number beyond the end shows the last page', async () => {
    const { router } = show('&pagina=9', respond(listUsers, pageOf(12)));
    expect(await screen.findByText('Persona 11')).toBeTruthy();
    expect(router.state.location.searchStr).toBe('?tab=usuarios&pagina=2');
    expect(router.history.length).toBe(1);
  });

  test.each([
    ['', 'No hay usuarios'],
    ['&q=zzz', 'No hay usuarios con estos filtros'],
  ])('shows the empty state for %j', async (search, words) => {
    show(search, respond(listUsers, { body: [], total: 0 }));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('a failed request is reported and can be retried', async () => {
    let isBroken = true;
    show(
      '',
      respond(listUsers, request => (isBroken ? { status: 404 } : pageOf(1)(request))),
    );
    expect(await screen.findByText('Error al obtener usuarios')).toBeTruthy();
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
    await count('1 usuario');
    expect(screen.queryByText('Error al obtener usuarios')).toBeNull();
  });
});

describe('user-actions', () => {
  const LIST = 'GET /admin-panel/users';
  const luz = anAccount(1, { username: 'Luz', email: 'luz@example.org' });
  const ana = anAccount(2, { username: 'Ana' });
  const path = `/admin-panel/users/${luz._id}`;

  /** The rows of the server. */
  const state = { rows: [luz, ana] };

  /** A list that reflects the actions. */
  function show(responses: Responses = {}, search = '') {
    state.rows = [luz, ana];
    return renderDashboard('admin', `?tab=usuarios${search}`, {
      ...respond(listUsers, () => ({ body: state.rows, total: state.rows.length })),
      ...respond(getUser, { body: luz }, { id: luz._id }),
      ...responses,
    });
  }

  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  const lists = (requestsTo: (line: string) => unknown[]) => requestsTo(LIST).length;

  test('a status change is sent once on a double press, shows a toast and refetches the list with its filters', async () => {
    let release = () => {};
    const held = new Promise<void>(resolve => (release = resolve));
    const { requestsTo } = show(
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
    const { requestsTo } = show(
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
    show(
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
    await waitFor(() => expect(screen.queryByText(fallback)).toBeNull());
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
      const { requestsTo } = show(
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
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Eliminar' }),
    );
    expect(await screen.findByText('Persona 10')).toBeTruthy();
    expect(router.state.location.searchStr).toBe('?tab=usuarios');
    await waitFor(() => expect(screen.queryByText('Luz')).toBeNull());
  });

  const editing = () => screen.findByRole('dialog', { name: 'Editar usuario' });

  test('the edit form starts with the refetched account, sends all fields and closes', async () => {
    const { requestsTo } = show({
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
    await fill(name, 'Luz Dary');
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
    await waitFor(() => expect(screen.queryByText('Error al actualizar usuario')).toBeNull());
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  test('an account that fails to load is reported and the dialog closes', async () => {
    const { requestsTo } = show(respond(getUser, { status: 404 }, { id: luz._id }));
    await press('Editar: Luz');
    expect(await screen.findByText('Error al obtener detalles del usuario')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(lists(requestsTo)).toBe(2));
  });
});
