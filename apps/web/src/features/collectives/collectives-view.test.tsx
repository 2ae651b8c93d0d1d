import { type Collective, listCollectives } from '@minga/contract/collectives';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aCollective } from '../../../test/collective.ts';
import { renderApp } from '../../../test/render.tsx';
import {
  declareResponses,
  errorResponse,
  respond,
  type SentRequest,
  signedIn,
  visitor,
} from '../../../test/server.ts';

const river = aCollective({ isVerified: true });
const youth = aCollective({
  _id: '01950000-0000-7000-8000-00000000000b',
  slug: 'juventud',
  name: 'Juventud de Pandiguando',
  followers: 1,
  upcoming: 0,
});

interface Scene {
  path?: string;
  own?: Collective[];
  isSignedIn?: boolean;
  all?: Collective[];
}

function show({ path = '/colectivos', own = [], isSignedIn = false, all = [river, youth] }: Scene = {}) {
  const sent = declareResponses({
    ...(isSignedIn ? signedIn() : visitor),
    ...respond(listCollectives, ({ query }: SentRequest) => {
      const rows = query.mias ? own : all.filter(({ name }) => name.includes(query.q ?? ''));
      return { body: rows, total: rows.length };
    }),
  });
  return { ...renderApp(path), sent };
}

const card = (name: string | RegExp) => within(screen.getByRole('article', { name }));

test('a visitor sees the collectives with what they do', async () => {
  show();
  expect(await screen.findByText('2 colectivos')).toBeTruthy();
  const shown = card(/^Guardianes del Río\s*Verificado$/);
  expect(shown.getByRole('link', { name: 'Guardianes del Río' }).getAttribute('href')).toBe(
    '/colectivos/guardianes-del-rio',
  );
  expect(shown.getByText('12 personas lo siguen')).toBeTruthy();
  expect(shown.getByText('3 actividades próximas')).toBeTruthy();
  const other = card('Juventud de Pandiguando');
  expect(other.queryByRole('img', { name: 'Verificado' })).toBeNull();
  expect(other.getByText('1 persona lo sigue')).toBeTruthy();
  expect(other.getByText('Nada próximo por ahora')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Crear colectivo' })).toBeNull();
});

test('a member sees the own ones first, with role and state', async () => {
  const changes = { myRole: 'owner', status: 'held' } as const;
  show({
    isSignedIn: true,
    own: [
      { ...river, ...changes },
      { ...youth, myRole: 'door', status: 'inactive' },
    ],
  });
  const own = within(await screen.findByRole('region', { name: 'Mis colectivos' }));
  expect(own.getAllByRole('article').length).toBe(2);
  const texts = own.getAllByRole('list', { name: 'Tu parte' }).map(list => list.textContent);
  expect(texts).toEqual(['AdministrasEn revisión', 'Recibes en la puertaDesactivado']);
  expect(screen.getByRole('link', { name: 'Crear colectivo' }).getAttribute('href')).toBe(
    '/colectivos/nuevo',
  );
});

test('a member of none has no section of own ones', async () => {
  show({ isSignedIn: true });
  await screen.findByText('2 colectivos');
  expect(screen.queryByRole('region', { name: 'Mis colectivos' })).toBeNull();
});

test('searches while typing, and says what to do without results', async () => {
  const { router, sent } = show();
  await screen.findByText('2 colectivos');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar colectivos' }), 'Juventud');
  expect(await screen.findByText('1 colectivo')).toBeTruthy();
  expect(router.state.location.search).toEqual({ q: 'Juventud' });
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar colectivos' }), 'xx');
  expect(await screen.findByText('No encontramos colectivos con esas palabras')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Ver todos los colectivos' }));
  expect(await screen.findByText('2 colectivos')).toBeTruthy();
  expect(sent.filter(({ query }) => query.q === 'Juventudxx').length).toBe(1);
});

test('without collectives it offers to create the first', async () => {
  show({ all: [] });
  const link = await screen.findByRole('link', { name: 'Entrar y crear el primero' });
  expect(link.getAttribute('href')).toBe('/colectivos/nuevo');
});

test('an error is shown with a retry', async () => {
  declareResponses({
    ...visitor,
    ...respond(listCollectives, errorResponse(400, 'La búsqueda es demasiado larga')),
  });
  renderApp('/colectivos');
  expect(await screen.findByText('La búsqueda es demasiado larga')).toBeTruthy();
  declareResponses({ ...visitor, ...respond(listCollectives, { body: [river], total: 1 }) });
  await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
  await waitFor(() => expect(screen.getByText('1 colectivo')).toBeTruthy());
});
