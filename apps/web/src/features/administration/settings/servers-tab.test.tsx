import './servers-tab.tsx';
import { changePeer, listPeers, type Peer } from '@minga/contract/federation';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderDashboard } from '../../../../test/dashboard.ts';
import { federating } from '../../../../test/federating.ts';
import { errorResponse, type Responses, respond, type SentRequest } from '../../../../test/server.ts';

// Imported here because it is lazy: on a busy machine the first test would time out while it loads.

const LIST = 'GET /admin/federation/peers';
const mastodon: Peer = {
  host: 'mastodon.example',
  followers: 1204,
  isBlocked: false,
  lastSuccessAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
};
const gancio: Peer = { host: 'gancio.example:8443', followers: 1, lastSuccessAt: null, isBlocked: true };

/** The tab on a site that other servers can follow. The server stores the changes. */
function show(responses: Responses = {}, rows: Peer[] = [mastodon, gancio]) {
  federating();
  let stored = rows;
  const change = (host: string) => (request: SentRequest) => {
    const { isBlocked } = request.body as { isBlocked: boolean };
    const before = stored.find(row => row.host === host);
    const after = { host, followers: 0, lastSuccessAt: null, ...before, isBlocked };
    stored = [...stored.filter(row => row !== before), after];
    return { body: after };
  };
  const changes = [...rows.map(({ host }) => host), 'spam.example'].map(host =>
    respond(changePeer, change(host), { host: encodeURIComponent(host) }),
  );
  return renderDashboard('superadmin', '?tab=servidores', {
    ...respond(listPeers, () => ({ body: stored, total: stored.length })),
    ...Object.assign({}, ...changes),
    ...responses,
  });
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const changesIn = (sent: readonly SentRequest[]) =>
  sent.filter(({ method }) => method === 'PATCH').map(({ path, body }) => [path, body]);

test('shows the address, and each server with its followers and its last message', async () => {
  show();
  const table = within(await screen.findByRole('table', { name: '2 servidores' }));
  const texts = table
    .getAllByRole('row')
    .slice(1)
    .map(row =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
  expect(texts).toEqual([
    ['mastodon.example', 'Nos siguen1.204', 'Último envíohace 3 horas', 'EstadoActivo', 'Bloquear'],
    ['gancio.example:8443', 'Nos siguen1', 'Último envíoNinguno', 'EstadoCon bloqueo', 'Desbloquear'],
  ]);
  const user = userEvent.setup();
  expect(screen.getByText('@minga@minga.example')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copiar la dirección' }));
  expect(await screen.findByText('Dirección copiada')).toBeTruthy();
});

test('blocks and unblocks a server once its consequences were read', async () => {
  const { sent } = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Bloquear: mastodon.example' }));
  const blocking = await dialog('¿Bloquear mastodon.example?');
  expect(blocking.getByText(/^No le enviamos nada más/)).toBeTruthy();
  expect(changesIn(sent)).toEqual([]);
  await userEvent.click(blocking.getByRole('button', { name: 'Bloquear' }));
  expect(await screen.findByText('mastodon.example: bloqueo puesto')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Desbloquear: gancio.example:8443' }));
  const unblocking = await dialog('¿Desbloquear gancio.example:8443?');
  await userEvent.click(unblocking.getByRole('button', { name: 'Desbloquear' }));
  expect(await screen.findByRole('button', { name: 'Bloquear: gancio.example:8443' })).toBeTruthy();
  expect(changesIn(sent)).toEqual([
    ['/admin/federation/peers/mastodon.example', { isBlocked: true }],
    ['/admin/federation/peers/gancio.example%3A8443', { isBlocked: false }],
  ]);
});

test.each([' spam.example', 'https://SPAM.example/@malo', '@malo@spam.example'])(
  'blocks «%s», which does not follow the site',
  async typed => {
    const { sent } = show();
    const field = await screen.findByRole('textbox', { name: 'Nombre del servidor' });
    await userEvent.type(field, typed);
    await userEvent.click(screen.getByRole('button', { name: 'Bloquear' }));
    const { getByRole } = await dialog('¿Bloquear spam.example?');
    await userEvent.click(getByRole('button', { name: 'Bloquear' }));
    expect(await screen.findByRole('row', { name: /^spam\.example/ })).toBeTruthy();
    expect(changesIn(sent)).toEqual([['/admin/federation/peers/spam.example', { isBlocked: true }]]);
    await waitFor(() => expect(field).toHaveProperty('value', ''));
  },
);

test('says what is no server', async () => {
  const { sent } = show();
  const field = await screen.findByRole('textbox', { name: 'Nombre del servidor' });
  await userEvent.type(field, 'dos palabras{Enter}');
  expect(await screen.findByText('Escribe el nombre de un servidor, como mastodon.social')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(changesIn(sent)).toEqual([]);
});

test('a failure is shown, and can be tried again', async () => {
  let isReachable = false;
  show(
    respond(listPeers, () =>
      isReachable ? { body: [mastodon], total: 1 } : errorResponse(503, 'No disponible'),
    ),
  );
  expect(await screen.findByText('No pudimos traer la lista de servidores.')).toBeTruthy();
  isReachable = true;
  await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
  expect(await screen.findByRole('table', { name: '1 servidor' })).toBeTruthy();
});

test('says that no server follows the site yet', async () => {
  show({}, []);
  expect(await screen.findByText('Todavía no sigue el sitio ningún servidor')).toBeTruthy();
});

test('says how to connect a site that is not, and asks the server nothing', async () => {
  const { requestsTo } = renderDashboard('superadmin', '?tab=servidores');
  expect(await screen.findByText('Este sitio no está conectado con otros servidores')).toBeTruthy();
  expect(screen.getByText('FEDERATION=on')).toBeTruthy();
  expect(requestsTo(LIST)).toEqual([]);
});

test('is not for admins', async () => {
  renderDashboard('admin', '?tab=servidores');
  expect(await screen.findByRole('tab', { name: 'Hoy', selected: true })).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Otros servidores' })).toBeNull();
});
