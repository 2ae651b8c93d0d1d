import {
  type Activity,
  getActivity,
  listOthersActivities,
  listOwnActivities,
  searchActivities,
} from '@minga/contract/activities';
import { listOwnAttendances } from '@minga/contract/attendance';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { aParticipant } from '../../../../test/participant.ts';
import { renderApp } from '../../../../test/render.tsx';
import {
  attendsNone,
  declareResponses,
  type Responses,
  respond,
  type SentRequest,
  signedIn,
} from '../../../../test/server.ts';

function show(path: string, responses: Responses) {
  declareResponses({ ...signedIn(), ...attendsNone, ...responses });
  renderApp(path);
}

const own = (day: string) =>
  anActivity({
    _id: `01930000-0000-7000-8000-0000${day.replaceAll('-', '')}`,
    title: `Minga del ${day}`,
    date: `${day}T14:00:00.000Z`,
    isOwner: true,
  });

const cards = () => screen.getAllByRole('article').map(card => card.querySelector('h2, h3')?.textContent);

/** The user's own activities in the server's order; `total` upcoming ones, of which `upcoming` is the first page. */
const ownPages =
  (upcoming: string[], past: string[], total = upcoming.length) =>
  ({ query }: SentRequest) =>
    query.date === 'proximas'
      ? { body: query.offset === '0' ? upcoming.map(own) : [], total }
      : { body: past.map(own), total: past.length };

const ownLists = (upcoming: string[], past: string[]) => respond(listOwnActivities, ownPages(upcoming, past));

test('lists upcoming own activities before past ones', async () => {
  show('/tasks', ownLists(['2098-01-01', '2099-03-01'], ['2002-01-01', '2001-01-01']));

  expect(await screen.findByRole('heading', { level: 1, name: 'Mis Actividades (2)' })).toBeTruthy();
  expect(screen.getByText('Historial')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: 'Actividades Pasadas (2)' })).toBeTruthy();
  expect(cards()).toEqual([
    'Minga del 2098-01-01',
    'Minga del 2099-03-01',
    'Minga del 2002-01-01',
    'Minga del 2001-01-01',
  ]);
  expect(screen.queryByRole('button', { name: 'Asistir a actividad' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Ir al historial' })).toBeNull();
});

test('shows total counts and links from a long list to the history', async () => {
  const pages = ownPages(['2098-01-01'], ['2001-01-01'], 10_000);
  show(
    '/tasks',
    respond(listOwnActivities, request =>
      request.query.offset === '0' ? pages(request) : new Promise(() => {}),
    ),
  );
  await screen.findByRole('heading', { level: 1, name: 'Mis Actividades (10.000)' });
  expect(screen.getByText('Mostrando 1 de más de 300')).toBeTruthy();
  const history = screen.getByRole('heading', { level: 2, name: 'Actividades Pasadas (1)' });
  expect(screen.getByRole('link', { name: 'Ir al historial' }).getAttribute('href')).toBe(`#${history.id}`);
});

test('a phone folds what is past, with its number, except the last days', async () => {
  const phone = (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('47.99em'), media: query }) as MediaQueryList;
  const width = vi.spyOn(window, 'matchMedia').mockImplementation(phone);
  onTestFinished(() => width.mockRestore());
  const yesterday = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 10);
  show('/tasks', ownLists(['2098-01-01'], [yesterday, '2002-01-01', '2001-01-01']));
  await screen.findByRole('heading', { level: 2, name: 'Actividades Pasadas (3)' });
  expect(cards()).toEqual(['Minga del 2098-01-01', `Minga del ${yesterday}`]);
  await userEvent.click(screen.getByRole('button', { name: 'Ver 2 anteriores' }));
  expect(cards()).toHaveLength(4);
  expect(screen.getByRole('button', { name: 'Ocultar 2 anteriores' }).ariaExpanded).toBe('true');
});

test('shows no history without past activities', async () => {
  show('/tasks', ownLists(['2099-01-01'], []));
  await screen.findByRole('heading', { level: 1, name: 'Mis Actividades (1)' });
  expect(screen.queryByText('Historial')).toBeNull();
});

test('says so if all activities are past', async () => {
  show('/tasks', ownLists([], ['2001-01-01']));
  await screen.findByRole('heading', { level: 1, name: 'Mis Actividades (0)' });
  expect(screen.getByText('Ahora no organizas ninguna actividad próxima.')).toBeTruthy();
});

test('retries a list that failed to load', async () => {
  let isFailing = true;
  show(
    '/tasks',
    respond(listOwnActivities, () =>
      isFailing
        ? { status: 429, body: { message: 'Demasiados intentos', code: 'RATE_LIMITED' } }
        : { body: [], total: 0 },
    ),
  );
  const again = await screen.findByRole('button', { name: 'Intentar de nuevo' });
  isFailing = false;
  await userEvent.click(again);
  expect(await screen.findByText('No hay tareas aún, por favor agregue una nueva tarea')).toBeTruthy();
});

const attends = (...dates: string[]) =>
  respond(listOwnAttendances, {
    body: dates.map((date, index) => ({ ...aParticipant(index), task: own(date) })),
    total: dates.length,
  });

test.each([
  ['nothing', [], null, ''],
  ['one activity', ['2001-01-01', '2099-01-01'], 'Vas a 1 actividad.', 'Mírala'],
  ['several', ['2099-01-01', '2099-01-02'], 'Vas a 2 actividades.', 'Míralas'],
  ['what is past', ['2001-01-01'], 'Ya estuviste en otras actividades.', 'Míralas'],
])('leads on a user without activities, who attends %s', async (_, dates, text, link) => {
  show('/tasks', { ...respond(listOwnActivities, { body: [] }), ...attends(...dates) });
  expect(await screen.findByText('No hay tareas aún, por favor agregue una nueva tarea')).toBeTruthy();
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Publicar mi primera actividad')).toBe('/add-task');
  expect(hrefOf('Buscar una actividad para sumarme')).toBe('/actividades');
  if (text === null) return expect(screen.queryByText(/«Voy a ir»/)).toBeNull();
  expect(await screen.findByText(text, { exact: false })).toBeTruthy();
  expect(hrefOf(`${link} en «Voy a ir»`)).toBe('/tasks/voy-a-ir');
});

test('the list of others shows its total and the join buttons', async () => {
  const rows: Activity[] = [anActivity()];
  show('/tasks/lista', respond(listOthersActivities, { body: rows, total: 1 }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Lista de Actividades (1)' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Lista de Actividades' }).getAttribute('aria-current')).toBe(
    'page',
  );
});

test.each([
  ['/tasks', ['Minga', 'Mis actividades', 'Mis actividades', 'Lo mío', 'Mis Actividades']],
  ['/tasks/lista', ['Lista de Actividades']],
  ['/actividades?q=siembra', ['Agenda', 'Agenda']],
  [`/actividades/${anActivity()._id}`, []],
])('marks only the current entries on %s', async (path, expected) => {
  const none = { body: [], total: 0 };
  show(path, {
    ...respond(listOwnActivities, { body: [] }),
    ...respond(listOthersActivities, none),
    ...respond(searchActivities, none),
    ...respond(getActivity, { body: anActivity() }, { id: anActivity()._id }),
  });
  await screen.findByRole('heading', { level: 1 });
  // The bar has links once the session is known.
  await screen.findByRole('navigation', { name: 'Principal' });
  // The entries of the closed account menu are included.
  const links = screen.getAllByRole('link', { hidden: true });
  const marked = links.filter(link => link.getAttribute('aria-current') === 'page');
  expect(marked.map(link => link.getAttribute('aria-label') ?? link.textContent)).toEqual(expected);
});

test('shows the empty state of the list of others', async () => {
  show('/tasks/lista', respond(listOthersActivities, { body: [], total: 0 }));
  expect(await screen.findByText('No hay actividades disponibles.')).toBeTruthy();
});

test.each([
  ['/tasks', 'GET /tasks'],
  ['/tasks/lista', 'GET /tasks/others'],
])('%s shows a loading status', async (path, call) => {
  show(path, { [call]: () => new Promise(() => {}) });
  expect(await screen.findByText('Cargando actividades...')).toBeTruthy();
});
