import type { Account } from '@minga/contract/administration/account';
import { deactivateAdmin, deleteAdmin, listAdmins } from '@minga/contract/administration/admins';
import { startSecondFactorReset } from '@minga/contract/administration/second-factor';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { anAccount, renderDashboard } from '../../../../test/dashboard.ts';
import { errorResponse, type Responses, respond, type SentRequest } from '../../../../test/server.ts';

describe('admin-list', () => {
  afterEach(() => void vi.useRealTimers());

  const ana = anAccount(1, { username: 'Ana Ñañez', email: 'ana@example.org', role: 'admin' });
  const luz = anAccount(2, { username: 'Luz Dary', email: 'luz@example.org', role: 'user' });
  const unsaid = { status: 409 };

  /** The tab with a server that stores the list; `responses` override its responses. */
  function show(start: Account[], responses: Responses = {}) {
    let rows = start;
    const become = (role: Account['role']) => (request: SentRequest) => {
      const id = request.path.split('/')[2];
      rows = rows.map(row => (row._id === id ? { ...row, role } : row));
      return { body: rows.find(row => row._id === id) };
    };
    return renderDashboard('superadmin', '?tab=administradores', {
      ...respond(listAdmins, () => ({ body: rows, total: rows.length })),
      ...Object.fromEntries(
        start.flatMap(({ _id: id }) => [
          [`PATCH /admin/${id}/deactivate`, become('user')],
          [`PATCH /admin/${id}/reactivate`, become('admin')],
          [
            `DELETE /admin/${id}`,
            () => {
              rows = rows.filter(row => row._id !== id);
              return { status: 204 };
            },
          ],
        ]),
      ),
      ...responses,
    });
  }

  const table = () => screen.findByRole('table', { name: 'Gestión de Administradores' });
  const lines = async () =>
    within(await table())
      .getAllByRole('row')
      .map(row => [...row.children].slice(0, 3).map(({ textContent }) => textContent));
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

  test('lists current and former admins with their number and states', async () => {
    show([ana, luz]);
    expect(await lines()).toEqual([
      ['Nombre', 'Email', 'Estado'],
      ['AAna Ñañez', 'ana@example.org', 'Activo'],
      ['LLuz Dary', 'luz@example.org', 'Inactivo'],
    ]);
    expect(screen.getByRole('columnheader', { name: 'Acciones' })).toBeTruthy();
    expect(screen.getByText('Total: 2 administradores')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Desactivar: Ana Ñañez' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reactivar: Luz Dary' })).toBeTruthy();
  });

  test('an empty list links to the form for a new admin', async () => {
    show([]);
    expect(await screen.findByText('No hay administradores registrados')).toBeTruthy();
    expect(screen.getByText('Total: 0 administradores')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Crear Administrador' }));
    await screen.findByRole('tab', { name: 'Crear Administrador', selected: true });
  });

  test('fetches all pages of a long list', async () => {
    const all = Array.from({ length: 3 }, (_, number) => anAccount(number + 1, { role: 'admin' }));
    show(
      [],
      respond(listAdmins, ({ query }) => ({ body: all.slice(Number(query.offset)).slice(0, 2), total: 3 })),
    );
    expect(await screen.findByText('Total: 3 administradores')).toBeTruthy();
  });

  test('a failed request is reported and can be retried', async () => {
    let isBroken = true;
    show(
      [],
      respond(listAdmins, () => (isBroken ? unsaid : { body: [ana], total: 1 })),
    );
    expect(await screen.findByText('Error al obtener administradores')).toBeTruthy();
    isBroken = false;
    await press('Intentar de nuevo');
    expect(await screen.findByText('Total: 1 administrador')).toBeTruthy();
    expect(screen.queryByText('Error al obtener administradores')).toBeNull();
  });

  test('deactivating and reactivating need no confirmation, update the row and refetch the list', async () => {
    const { requestsTo } = show([ana]);
    const button = await screen.findByRole('button', { name: 'Desactivar: Ana Ñañez' });
    await userEvent.dblClick(button);
    expect(await screen.findByText('Administrador desactivado correctamente')).toBeTruthy();
    expect(await screen.findByText('Inactivo')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reactivar: Ana Ñañez' }));
    await expect.poll(() => requestsTo('GET /admin')).toHaveLength(2);
    expect(requestsTo(`PATCH /admin/${ana._id}/deactivate`)).toHaveLength(1);

    const reactivate = screen.getByRole('button', { name: 'Reactivar: Ana Ñañez' });
    await expect.poll(() => reactivate.getAttribute('aria-disabled')).toBeNull();
    // The second click of a double click, after the server has responded to the first.
    fireEvent.click(reactivate, { detail: 2 });
    expect(reactivate.getAttribute('aria-disabled')).toBeNull();
    await userEvent.click(reactivate);
    expect(await screen.findByText('Activo')).toBeTruthy();
    await expect.poll(() => requestsTo('GET /admin')).toHaveLength(3);
  });

  test('a deactivation can be undone', async () => {
    const { requestsTo } = show([ana]);
    await press('Desactivar: Ana Ñañez');
    expect(await screen.findByText('Inactivo')).toBeTruthy();
    await press('Deshacer');
    expect(await screen.findByText('Activo')).toBeTruthy();
    expect(requestsTo(`PATCH /admin/${ana._id}/reactivate`)).toHaveLength(1);
  });

  test('a row runs one action at a time', async () => {
    let finish = () => {};
    const waiting = new Promise<void>(resolve => (finish = resolve));
    const { requestsTo } = show(
      [ana, luz],
      respond(deactivateAdmin, () => waiting.then(() => ({ body: { ...ana, role: 'user' } })), {
        id: ana._id,
      }),
    );
    await press('Desactivar: Ana Ñañez');
    await press('Eliminar: Ana Ñañez');
    await press('Editar: Ana Ñañez');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Editar: Ana Ñañez' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    expect(screen.getByRole('button', { name: 'Editar: Luz Dary' }).getAttribute('aria-disabled')).toBeNull();
    finish();
    await expect.poll(() => requestsTo('GET /admin')).toHaveLength(2);
  });

  test.each([
    ['desactivar', 'Desactivar', ana, `PATCH /admin/${ana._id}/deactivate`, false],
    ['reactivar', 'Reactivar', luz, `PATCH /admin/${luz._id}/reactivate`, true],
    ['eliminar', 'Eliminar', luz, `DELETE /admin/${luz._id}`, true],
  ] as const)(
    'a failure to %s is shown for three seconds or until it is closed',
    async (verb, button, admin, line, stays) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
      show([admin], { [line]: unsaid });
      await press(`${button}: ${admin.username}`);
      if (verb === 'eliminar') await press('Eliminar');
      expect(await screen.findByText(`Error al ${verb} administrador`)).toBeTruthy();
      expect(screen.getByText('Se encontraron 1 error(es)')).toBeTruthy();
      act(() => void vi.advanceTimersByTime(3_000));
      expect(screen.queryAllByText('Se encontraron 1 error(es)')).toHaveLength(stays ? 1 : 0);
    },
  );

  test('deleting requires a confirmation and focuses the next row', async () => {
    const { requestsTo } = show([ana, luz]);
    await press('Eliminar: Ana Ñañez');
    const dialog = within(
      await screen.findByRole('dialog', { name: '¿Estás seguro de eliminar este administrador?' }),
    );
    expect(dialog.getByText(/ana@example\.org/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }));
    expect(requestsTo(`DELETE /admin/${ana._id}`)).toEqual([]);

    await press('Eliminar: Ana Ñañez');
    const again = within(
      await screen.findByRole('dialog', { name: '¿Estás seguro de eliminar este administrador?' }),
    );
    await userEvent.click(again.getByRole('button', { name: 'Eliminar' }));
    expect(await screen.findByText('Administrador eliminado correctamente')).toBeTruthy();
    expect(await screen.findByText('Total: 1 administrador')).toBeTruthy();
    expect(requestsTo(`DELETE /admin/${ana._id}`)).toHaveLength(1);
    await expect
      .poll(() => document.activeElement)
      .toBe(screen.getByRole('button', { name: 'Eliminar: Luz Dary' }));
  });

  test('a double click deletes once', async () => {
    const { requestsTo } = show([ana, luz]);
    await press('Eliminar: Ana Ñañez');
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Eliminar' }));
    expect(await screen.findByText('Total: 1 administrador')).toBeTruthy();
    expect(requestsTo(`DELETE /admin/${ana._id}`)).toHaveLength(1);
  });

  test('deleting an already deleted admin succeeds', async () => {
    let rows = [ana];
    show([], {
      ...respond(listAdmins, () => ({ body: rows, total: rows.length })),
      ...respond(
        deleteAdmin,
        () => {
          rows = [];
          return { status: 404, body: { message: 'No existe', code: 'NOT_FOUND' } };
        },
        { id: ana._id },
      ),
    });
    await press('Eliminar: Ana Ñañez');
    await press('Eliminar');
    expect(await screen.findByText('No hay administradores registrados')).toBeTruthy();
    expect(screen.queryByText('No existe')).toBeNull();
  });

  test('a session that was ended elsewhere redirects to the sign-in page', async () => {
    const { router } = show(
      [ana],
      respond(
        deactivateAdmin,
        {
          status: 401,
          body: { message: 'Inicia sesión', code: 'UNAUTHENTICATED' },
        },
        { id: ana._id },
      ),
    );
    await press('Desactivar: Ana Ñañez');
    await expect.poll(() => router.state.location.pathname).toBe('/login');
    expect(router.state.location.search).toEqual({ volver: '/admin-dashboard?tab=administradores' });
  });
});

describe('factor-reset-form', () => {
  const started = { username: 'Rosa Elvira', dueAt: '2026-11-22T17:00:00.000Z' };

  async function ask(email: string, responses: Responses = {}) {
    const { requestsTo } = renderDashboard('superadmin', '?tab=administradores', {
      ...respond(listAdmins, { body: [], total: 0 }),
      ...respond(startSecondFactorReset, { body: started }),
      ...responses,
    });
    const form = within(await screen.findByRole('form', { name: 'Quitar segundo factor' }));
    if (email !== '') await userEvent.type(form.getByLabelText('Correo de la cuenta'), email);
    await userEvent.click(form.getByRole('button', { name: 'Quitar segundo factor' }));
    return { sent: () => requestsTo('POST /admin/second-factor-resets').map(({ body }) => body) };
  }

  const confirm = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Quitar en 24 horas' }));

  test('asks, starts the reset and says when it takes effect', async () => {
    const { sent } = await ask('rosa@example.org');
    expect(sent()).toEqual([]);
    await confirm();
    expect(await screen.findByText(/Le escribimos a Rosa Elvira/)).toBeTruthy();
    expect(sent()).toEqual([{ email: 'rosa@example.org' }]);
  });

  test('shows why it cannot', async () => {
    const message = 'Esa cuenta no tiene segundo factor';
    await ask('rosa@example.org', respond(startSecondFactorReset, errorResponse(409, message)));
    await confirm();
    expect(await screen.findByText(message)).toBeTruthy();
  });

  test('an invalid address is not sent', async () => {
    const { sent } = await ask('rosa');
    expect(await screen.findByText('Ingresa un correo electrónico válido')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent()).toEqual([]);
  });
});
