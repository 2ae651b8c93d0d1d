import './collectives-tab.tsx';
import {
  changeCollectiveStatus,
  listAllCollectives,
  verifyCollective,
} from '@minga/contract/administration/collectives';
import type { Collective } from '@minga/contract/collectives';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aCollective } from '../../../../test/collective.ts';
import { renderDashboard } from '../../../../test/dashboard.ts';
import { errorResponse, type Responses, respond, type SentRequest } from '../../../../test/server.ts';

// Imported here because it is lazy: on a busy machine the first test would time out while it loads.

const held = aCollective({
  _id: '01950000-0000-7000-8000-00000000000b',
  name: 'Guardianes Oficial',
  status: 'held',
});
const verified = aCollective({ isVerified: true, followers: 1204 });
const inactive = aCollective({
  _id: '01950000-0000-7000-8000-00000000000c',
  name: 'Comité',
  status: 'inactive',
});

/** The tab for an admin. The server stores the changes. */
function show(search = '', responses: Responses = {}, rows: Collective[] = [held, verified, inactive]) {
  let stored = rows;
  const change = (id: string, changes: Partial<Collective>) => {
    stored = stored.map(row => (row._id === id ? { ...row, ...changes } : row));
    return { body: stored.find(({ _id }) => _id === id) as Collective };
  };
  const changesOf = ({ _id: id }: Collective) => ({
    ...respond(verifyCollective, ({ body }: SentRequest) => change(id, body as { isVerified: boolean }), {
      id,
    }),
    ...respond(
      changeCollectiveStatus,
      ({ body }: SentRequest) =>
        change(id, { status: (body as { isActive: boolean }).isActive ? 'active' : 'inactive' }),
      { id },
    ),
  });
  return renderDashboard('admin', `?tab=colectivos${search}`, {
    ...respond(listAllCollectives, () => ({ body: stored, total: stored.length })),
    ...Object.assign({}, ...rows.map(changesOf)),
    ...responses,
  });
}

const LIST = 'GET /admin-panel/collectives';
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

test('lists all collectives with what can be done', async () => {
  show();
  const table = within(await screen.findByRole('table', { name: '3 colectivos' }));
  const texts = table
    .getAllByRole('row')
    .slice(1)
    .map(line =>
      within(line)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
  expect(texts.map(cells => cells.slice(1))).toEqual([
    ['Lo siguen12', 'Próximas3', 'EstadoEn revisión', 'ActivarDesactivar'],
    ['Lo siguen1.204', 'Próximas3', 'EstadoActivo', 'Quitar verificaciónDesactivar'],
    ['Lo siguen12', 'Próximas3', 'EstadoDesactivado', 'Activar'],
  ]);
  expect(texts[0]?.[0]).toContain('Su nombre se parece al de uno verificado.');
  // Only public ones have a page.
  expect(table.getAllByRole('link').map(link => link.textContent)).toEqual(['Guardianes del Río']);
});

test('the state and the words filter the list', async () => {
  const { requestsTo, router } = show();
  await screen.findByRole('table');
  await userEvent.selectOptions(screen.getByLabelText('Estado'), 'En revisión');
  await userEvent.type(screen.getByLabelText('Buscar'), 'río');
  await waitFor(() =>
    expect(requestsTo(LIST).at(-1)?.query).toMatchObject({ status: 'held', search: 'río' }),
  );
  expect(router.state.location.search).toMatchObject({ tab: 'colectivos', estado: 'held', q: 'río' });
});

test('activates one that waits for a review', async () => {
  show();
  const line = await row(/Guardianes Oficial/);
  await userEvent.click(line.getByRole('button', { name: 'Activar: Guardianes Oficial' }));
  expect(await screen.findByText('Colectivo activado')).toBeTruthy();
  expect(await line.findByText('Activo')).toBeTruthy();
});

test('withdraws a verification, and undoes it', async () => {
  const { sent } = show();
  const line = await row(/Guardianes del Río/);
  await userEvent.click(line.getByRole('button', { name: 'Quitar verificación: Guardianes del Río' }));
  expect(await line.findByRole('button', { name: 'Verificar: Guardianes del Río' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText('Colectivo verificado de nuevo')).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { isVerified: false },
    { isVerified: true },
  ]);
});

test('a failed deactivation is shown', async () => {
  show(
    '',
    respond(changeCollectiveStatus, errorResponse(404, 'Ese colectivo ya no existe'), { id: verified._id }),
  );
  const line = await row(/Guardianes del Río/);
  await userEvent.click(line.getByRole('button', { name: 'Desactivar: Guardianes del Río' }));
  expect(await screen.findByText('Ese colectivo ya no existe')).toBeTruthy();
});

test.each([
  ['', 'No hay colectivos'],
  ['&estado=held', 'No hay colectivos con estos filtros'],
])('without collectives (%s): %s', async (search, title) => {
  show(search, {}, []);
  expect(await screen.findByRole('heading', { level: 3, name: title })).toBeTruthy();
});
