import type { Account } from '@minga/contract/administration/account';
import { listUsers } from '@minga/contract/administration/users';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anAccount, renderDashboard } from '../../../../../test/dashboard.ts';
import { type Responses, respond, type SentRequest } from '../../../../../test/server.ts';
// Imported here because it is lazy: on a busy machine the first test would time out while it loads.
import './users-tab.tsx';

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
    '<b>Luz</b>Desde el 31 de octubre de 2026Ver asistencias',
    'Correopersona.1@example.org',
    'RolUsuario',
    'EstadoInactivo',
    'ActivarEditarEliminar',
  ]);
  const attendances = table.getByRole('link', { name: 'Ver asistencias: <b>Luz</b>' });
  expect(attendances.getAttribute('href')).toBe(
    `/admin-dashboard?tab=asistencias&usuario=${anAccount(1)._id}`,
  );
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
