import { searchActivities } from '@minga/contract/activities';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
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

/** On a phone in a popover, which jsdom cannot open. */
const times = () => screen.findByRole('navigation', { name: 'Fecha', hidden: true });
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
  await userEvent.type(await box(), 'río Cauca ');

  expect(await screen.findByText('No se encontraron actividades')).toBeTruthy();
  expect(router.state.location.search).toEqual({ q: 'río Cauca' });
  expect(searches().map(query => query.q)).toEqual([undefined, 'río Cauca']);
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
  const firstFilter = screen.getByRole('button', { name: 'Cerca de mí' });
  expect(link.compareDocumentPosition(firstFilter) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('past activities are one link away and keep the words', async () => {
  const { router, searches } = show(
    respond(searchActivities, { body: [], total: 0 }),
    '/actividades?q=r%C3%ADo',
  );
  const dates = within(await times());
  expect(dates.getByRole('link', { current: 'page', hidden: true }).textContent).toBe('Próximas');
  await userEvent.click(dates.getByRole('link', { name: 'Pasadas', hidden: true }));

  await waitFor(() => expect(router.state.location.href).toBe('/actividades?q=r%C3%ADo&date=pasadas'));
  expect(dates.getByRole('link', { current: 'page', hidden: true }).textContent).toBe('Pasadas');
  await waitFor(() =>
    expect(searches().map(({ q, date }) => [q, date])).toEqual([
      ['río', 'proximas'],
      ['río', 'pasadas'],
    ]),
  );
  router.history.back();
  await waitFor(() =>
    expect(dates.getByRole('link', { current: 'page', hidden: true }).textContent).toBe('Próximas'),
  );
});

test('the back button skips the searches of one run of typing', async () => {
  const { router } = show(respond(searchActivities, { body: [], total: 0 }));
  const dates = within(await times());
  await userEvent.click(dates.getByRole('link', { name: 'Pasadas', hidden: true }));
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

test('loads the first image eagerly and the others lazily', async () => {
  const picture = { width: 640, height: 360, widths: [640], hasAvif: false, placeholder: 'data:,' };
  const rows = many.slice(0, 3).map(activity => ({ ...activity, image: '/imagenes/a/640.webp', picture }));
  show(respond(searchActivities, { body: rows, total: 3 }));
  await screen.findByText('3 actividades encontradas');
  const images = screen.getAllByRole('img');
  expect(images.map(image => image.getAttribute('loading'))).toEqual(['eager', 'lazy', 'lazy']);
  expect(images.map(image => image.getAttribute('fetchpriority'))).toEqual(['high', 'auto', 'auto']);
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
