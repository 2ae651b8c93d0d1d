import { searchActivities } from '@minga/contract/activities';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { fill } from '../../../../test/fill.ts';
import { renderApp } from '../../../../test/render.tsx';
import {
  attendsNone,
  declareResponses,
  type Responses,
  respond,
  type SentRequest,
  visitor,
} from '../../../../test/server.ts';

const many = Array.from({ length: 30 }, (_, index) =>
  anActivity({
    _id: `01930000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
    title: `Minga ${index}`,
  }),
);

/** Responses with one page of the server's list. */
const paged = ({ query }: SentRequest) => {
  const offset = Number(query.offset);
  return { body: many.slice(offset, offset + Number(query.limit)), total: many.length };
};

function show(responses: Responses, path = '/actividades') {
  const sent = declareResponses({ ...visitor, ...attendsNone, ...responses });
  const { router } = renderApp(path);
  return {
    router,
    searches: () => sent.filter(request => request.path === '/tasks/search').map(({ query }) => query),
  };
}

const box = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Buscar actividades' });

test('requests upcoming activities and shows their count', async () => {
  const { searches } = show(respond(searchActivities, { body: [anActivity()], total: 1 }));
  expect(await screen.findByText('1 actividad encontrada')).toBeTruthy();
  expect(screen.getByRole('article', { name: 'Siembra de árboles' })).toBeTruthy();
  expect(searches()).toEqual([{ date: 'proximas', series: 'next', limit: '24', offset: '0' }]);
});

test('loads further pages automatically without duplicates', async () => {
  const { searches } = show(respond(searchActivities, paged));
  expect(await screen.findByText('30 actividades encontradas')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(30));
  expect(screen.getByText('Mostrando 30 de 30')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ver más' })).toBeNull();
  expect(searches().map(query => query.offset)).toEqual(['0', '24']);
});

test('retries a further page that failed to load', async () => {
  let isFailing = true;
  show(
    respond(searchActivities, request =>
      isFailing && request.query.offset !== '0'
        ? { status: 400, body: { message: 'No', code: 'VALIDATION' } }
        : paged(request),
    ),
  );
  expect(await screen.findByText(/No pudimos cargar más/)).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(24);

  isFailing = false;
  await userEvent.click(screen.getByRole('button', { name: 'Ver más' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(30));
});

test('searches typed words after a pause and puts them into the URL', async () => {
  const { router, searches } = show(respond(searchActivities, { body: [], total: 0 }));
  await fill(await box(), 'río Cauca ');

  expect(await screen.findByText('No se encontraron actividades')).toBeTruthy();
  expect(router.state.location.search).toEqual({ q: 'río Cauca' });
  expect(searches().flatMap(({ q, limit }) => (limit === '24' ? [q] : []))).toEqual([undefined, 'río Cauca']);
});

test('searches the words of the URL', async () => {
  const { searches } = show(
    respond(searchActivities, { body: [anActivity()], total: 1 }),
    '/actividades?q=2026',
  );
  expect((await box()).value).toBe('2026');
  await screen.findByText('1 actividad encontrada');
  expect(searches().map(query => query.q)).toEqual(['2026']);
});

test('an empty result offers to show all activities', async () => {
  const { router } = show(
    respond(searchActivities, ({ query }) =>
      query.q === 'nada' ? { body: [], total: 0 } : { body: [anActivity()], total: 1 },
    ),
    '/actividades?q=nada',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Ver todas las actividades' }));

  expect(await screen.findByText('1 actividad encontrada')).toBeTruthy();
  expect((await box()).value).toBe('');
  expect(router.state.location.href).toBe('/actividades');
});

test('a link skips the filters to the results', async () => {
  show(respond(searchActivities, { body: [anActivity()], total: 1 }));
  const link = await screen.findByRole('link', { name: 'Saltar a los resultados' });
  const results = within(screen.getByRole('region', { name: 'Resultados' }));
  expect(link.getAttribute('href')).toBe(`#${screen.getByRole('region', { name: 'Resultados' }).id}`);
  expect(await results.findByRole('article')).toBeTruthy();
  const firstFilter = screen.getByRole('link', { name: 'Todo' });
  expect(link.compareDocumentPosition(firstFilter) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('past activities keep the words, and lead back', async () => {
  const { router, searches } = show(
    respond(searchActivities, { body: [], total: 0 }),
    '/actividades?q=r%C3%ADo&date=pasadas',
  );
  await userEvent.click(await screen.findByRole('link', { name: 'Quitar: Pasadas' }));
  await waitFor(() => expect(router.state.location.href).toBe('/actividades?q=r%C3%ADo'));
  await waitFor(() =>
    expect(
      searches()
        .filter(({ limit }) => limit === '24')
        .map(({ q, date }) => [q, date]),
    ).toEqual([
      ['río', 'pasadas'],
      ['río', 'proximas'],
    ]),
  );
  router.history.back();
  expect(await screen.findByRole('link', { name: 'Quitar: Pasadas' })).toBeTruthy();
});

test('the back button skips the searches of one run of typing', async () => {
  const { router } = show(respond(searchActivities, { body: [], total: 0 }));
  await router.navigate({ to: '/actividades', search: { date: 'pasadas' } });
  for (const [piece, q] of [
    ['rí', 'r%C3%AD'],
    ['o', 'r%C3%ADo'],
  ] as const) {
    await userEvent.type(await box(), piece);
    await waitFor(() => expect(router.state.location.searchStr).toBe(`?q=${q}&date=pasadas`));
  }

  router.history.back();
  await waitFor(() => expect(router.state.location.searchStr).toBe('?date=pasadas'));
  await waitFor(async () => expect((await box()).value).toBe(''));
  await userEvent.type(await box(), 'eme');
  await waitFor(() => expect(router.state.location.searchStr).toBe('?q=eme&date=pasadas'));
  router.history.back();
  await waitFor(() => expect(router.state.location.searchStr).toBe('?date=pasadas'));
  router.history.back();
  await waitFor(() => expect(router.state.location.searchStr).toBe(''));
});

test('offers feeds of the current search, for each calendar program', async () => {
  show(respond(searchActivities, { body: [anActivity()], total: 1 }), '/actividades?q=r%C3%ADo');
  await screen.findByText('1 actividad encontrada');
  const links = screen.getAllByRole('link', { hidden: true });
  const feeds = links
    .map(link => link.getAttribute('href') ?? '')
    .filter(href => /\.(ics|rss|json)/.test(href));
  const calendar = new URL('/actividades.ics?q=r%C3%ADo', location.origin).href;
  const webcal = calendar.replace(/^https?:/, 'webcal:');
  expect(feeds).toEqual([
    webcal,
    `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal)}`,
    `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(calendar)}&name=Minga`,
    '/actividades.rss?q=r%C3%ADo',
    '/actividades.json?q=r%C3%ADo',
  ]);
});

test('loads the pictures of the first screen eagerly and the others lazily', async () => {
  const picture = { width: 640, height: 360, widths: [640], hasAvif: false, placeholder: 'data:,' };
  const rows = many.slice(0, 7).map(activity => ({ ...activity, image: '/imagenes/a/640.webp', picture }));
  show(respond(searchActivities, { body: rows, total: 7 }));
  await screen.findByText('7 actividades encontradas');
  const images = screen.getAllByRole('img', { hidden: true });
  expect(images.map(image => image.getAttribute('loading'))).toEqual([
    ...Array.from({ length: 5 }, () => 'eager'),
    ...['lazy', 'lazy'],
  ]);
});

test('days have headings, also in what is over', async () => {
  const rows = [
    anActivity({ date: '2099-12-05T14:00:00.000Z' }),
    anActivity({ _id: many[1]?._id ?? '', title: 'Olla', date: '2099-12-05T20:00:00.000Z' }),
    anActivity({ _id: many[2]?._id ?? '', title: 'Tarde', date: '2100-01-09T20:00:00.000Z' }),
  ];
  const { router } = show(
    respond(searchActivities, ({ query }) => ({
      body:
        query.date === 'pasadas' ? [anActivity({ title: 'Antes', date: '2001-05-01T15:00:00.000Z' })] : rows,
      total: 3,
    })),
  );
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  await screen.findByText('3 actividades encontradas');
  expect(headings()).toEqual(['Sábado 5 de diciembre de 2099', 'Sábado 9 de enero de 2100']);
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    ...['Siembra de árboles', 'Olla', 'Tarde'],
  ]);
  await router.navigate({ to: '/actividades', search: { date: 'pasadas' } });
  expect(await screen.findByText('Antes')).toBeTruthy();
  expect(headings()).toEqual(['Martes 1 de mayo de 2001']);
});

test('results by relevance name the day in each row', async () => {
  show(respond(searchActivities, { body: [anActivity()], total: 1 }), '/actividades?q=siembra');
  expect(await screen.findByText(/^Sáb 5 dic 2099, 9:00/)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: 'Siembra de árboles' })).toBeTruthy();
});

test('an empty catalogue invites to publish', async () => {
  show(respond(searchActivities, { body: [], total: 0 }));
  expect(await screen.findByText('Todavía no hay actividades próximas')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Publicar una actividad' }).getAttribute('href')).toBe('/add-task');
});

test('shows an error with a retry button', async () => {
  let isFailing = true;
  show(
    respond(searchActivities, () =>
      isFailing
        ? { status: 400, body: { message: 'No', code: 'VALIDATION' } }
        : { body: [anActivity()], total: 1 },
    ),
  );
  const retry = await screen.findByRole('button', { name: 'Intentar de nuevo' });
  isFailing = false;
  await userEvent.click(retry);
  expect(await screen.findByText('1 actividad encontrada')).toBeTruthy();
});
