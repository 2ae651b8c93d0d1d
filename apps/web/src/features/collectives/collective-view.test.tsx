import { listPromotedActivities, searchActivities } from '@minga/contract/activities';
import {
  type Collective,
  followCollective,
  getCollective,
  unfollowCollective,
} from '@minga/contract/collectives';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { aCollective } from '../../../test/collective.ts';
import { renderApp } from '../../../test/render.tsx';
import {
  attendsNone,
  declareResponses,
  errorResponse,
  type Responses,
  respond,
  type SentRequest,
  signedIn,
  visitor,
} from '../../../test/server.ts';

const slug = aCollective().slug;
const params = { slug };

/** The page with one upcoming and one past activity. The server stores what the viewer chooses. */
function show(changes: Partial<Collective> = {}, session: Responses = visitor, responses: Responses = {}) {
  let stored = aCollective(changes);
  const store = (mail: Collective['followMail']) => {
    stored = { ...stored, isFollowing: mail !== null, followMail: mail, followers: 13 };
    return { status: 204 };
  };
  const sent = declareResponses({
    ...session,
    ...attendsNone,
    ...respond(getCollective, () => ({ body: stored }), params),
    ...respond(
      followCollective,
      ({ body }: SentRequest) => store((body as { mail: Collective['followMail'] }).mail),
      params,
    ),
    ...respond(unfollowCollective, () => store(null), params),
    ...respond(searchActivities, ({ query }: SentRequest) => {
      const past = query.date === 'pasadas';
      const title = past ? 'Minga de enero' : 'Siembra de árboles';
      const _id = `01930000-0000-7000-8000-00000000000${past ? '2' : '1'}`;
      return {
        body: [anActivity({ _id, title, ...(past && { date: '2026-01-05T14:00:00.000Z' }) })],
        total: 1,
      };
    }),
    ...responses,
  });
  return { ...renderApp(`/colectivos/${slug}`), sent };
}

test('a visitor sees who they are, what is to come and what was', async () => {
  const { sent } = show({ isVerified: true, website: 'https://www.ejemplo.org', whatsapp: '+573124567890' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Guardianes del Río' })).toBeTruthy();
  expect(screen.getByText('Colectivo verificado.')).toBeTruthy();
  expect(screen.getByText('Cuidamos el río Molino.')).toBeTruthy();
  expect(screen.getByText('12 personas lo siguen')).toBeTruthy();
  expect(await screen.findByRole('heading', { level: 2, name: 'Lo que viene (1)' })).toBeTruthy();
  const past = within(screen.getByRole('region', { name: 'Lo que ya pasó (1)' }));
  expect(past.getByRole('heading', { level: 3, name: 'Minga de enero' })).toBeTruthy();
  const searches = sent.filter(({ path }) => path === '/tasks/search').map(({ query }) => query);
  expect(searches).toMatchObject([
    { colectivo: slug, date: 'proximas' },
    { colectivo: slug, date: 'pasadas' },
  ]);
  expect(screen.queryByRole('region', { name: 'Administrar' })).toBeNull();
});

test.each([
  ['ejemplo.org', 'https://www.ejemplo.org'],
  ['Escribir por WhatsApp', 'https://wa.me/573124567890'],
])('the link «%s» leads to %s without credit or access', async (name, href) => {
  show({ website: 'https://www.ejemplo.org', whatsapp: '+573124567890' });
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toBe(href);
  expect(link.getAttribute('rel')).toBe('noopener nofollow');
});

test('has its own feeds', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Suscríbete' }));
  const feeds = screen
    .getAllByRole('link', { name: /celular o computador|RSS|JSON/ })
    .map(link => link.getAttribute('href'));
  const calendar = new URL(`/colectivos/${slug}.ics`, location.origin).href;
  expect(feeds).toEqual([
    calendar.replace(/^https?:/, 'webcal:'),
    ...['rss', 'json'].map(extension => `/colectivos/${slug}.${extension}`),
  ]);
});

test('a visitor signs in to follow, and comes back', async () => {
  show();
  const link = await screen.findByRole('link', { name: 'Seguir' });
  expect(link.getAttribute('href')).toBe(`/login?volver=%2Fcolectivos%2F${slug}`);
});

test('following is shown at once, and its e-mails are chosen', async () => {
  const { sent } = show({}, signedIn());
  await userEvent.click(await screen.findByRole('button', { name: 'Seguir' }));
  const mails = await screen.findByRole<HTMLSelectElement>('combobox', {
    name: 'Lo nuevo te llega a la campana y con',
  });
  expect(mails.value).toBe('diario');
  expect(screen.getByText('Sigues este colectivo')).toBeTruthy();
  expect(screen.getByText('13 personas lo siguen')).toBeTruthy();
  await userEvent.selectOptions(mails, 'Sin correos');
  await waitFor(() =>
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { mail: 'diario' },
      { mail: 'nunca' },
    ]),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Dejar de seguir' }));
  expect(await screen.findByRole('button', { name: 'Seguir' })).toBeTruthy();
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(true);
});

test('e-mails chosen before the server answers are stored after the following', async () => {
  let answer = () => {};
  const answers = () =>
    new Promise<{ status: number }>(resolve => {
      answer = () => resolve({ status: 204 });
    });
  const { sent } = show({}, signedIn(), respond(followCollective, answers, params));
  await userEvent.click(await screen.findByRole('button', { name: 'Seguir' }));
  const mails = await screen.findByRole<HTMLSelectElement>('combobox');
  await userEvent.selectOptions(mails, 'Un correo al instante');
  expect(mails.value).toBe('inmediato');
  const stored = () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(stored()).toEqual([{ mail: 'diario' }]);
  answer();
  await waitFor(() => expect(stored()).toEqual([{ mail: 'diario' }, { mail: 'inmediato' }]));
  expect(mails.value).toBe('inmediato');
});

test('a failed change is rolled back and explained, before the server says how it is', async () => {
  let isFirst = true;
  const first = () => {
    if (!isFirst) return new Promise<never>(() => {});
    isFirst = false;
    return { body: aCollective() };
  };
  show({}, signedIn(), {
    ...respond(getCollective, first, params),
    ...respond(followCollective, errorResponse(500, 'Error'), params),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Seguir' }));
  expect(await screen.findByText('Error al seguir el colectivo')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Seguir' })).toBeTruthy();
  expect(screen.getByText('12 personas lo siguen')).toBeTruthy();
});

test.each([
  ['owner', ['Publicar una actividad', 'Traer de un calendario', 'Ver el equipo', 'Editar el colectivo']],
  ['organizer', ['Publicar una actividad', 'Traer de un calendario', 'Ver el equipo']],
  ['door', ['Ver el equipo']],
] as const)('%s: %j', async (myRole, names) => {
  show({ myRole }, signedIn());
  const actions = within(await screen.findByRole('region', { name: 'Administrar' }));
  expect(actions.getAllByRole('link').map(link => link.textContent)).toEqual([...names]);
});

test.each([
  ['held', 'En revisión.'],
  ['inactive', 'Desactivado.'],
] as const)(
  'one that is %s says so to its members, and cannot be followed or shared',
  async (status, text) => {
    show({ status, myRole: 'owner' }, signedIn());
    expect(await screen.findByText(text)).toBeTruthy();
    for (const name of ['Seguir', 'Compartir', 'Suscríbete']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(screen.queryByRole('link', { name: 'Publicar una actividad' })).toBeNull();
  },
);

test('an unknown one leads to the list', async () => {
  show({}, visitor, {
    ...respond(getCollective, errorResponse(404, 'Colectivo no encontrado'), params),
    ...respond(listPromotedActivities, { body: [], total: 0 }),
  });
  expect(
    await screen.findByRole('heading', { level: 1, name: 'No encontramos este colectivo' }),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver los colectivos' }).getAttribute('href')).toBe('/colectivos');
});
