import { getActivity, searchActivities } from '@minga/contract/activities';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import { attendsNone, declareResponses, respond, visitor } from '../../../../test/server.ts';

// jsdom has no WebGL: these are the parts of the screen that must work without the map.

const location = { latitude: 2.44, longitude: -76.6 };
const sowing = anActivity({ location });
const reading = anActivity({
  _id: '01930000-0000-7000-8000-00000000000c',
  title: 'Lectura',
  isLocationPrivate: true,
});

const list = async () => within(await screen.findByRole('region', { name: 'Las actividades del mapa' }));

test('the results are a list with date, place and link; the filters are those of the address', async () => {
  const sent = declareResponses({
    ...visitor,
    ...respond(searchActivities, { body: [sowing, reading], total: 2 }),
  });
  renderApp('/mapa?q=siembra&categoria=ambiente&cupos=libres&place=Cajete');
  const entries = (await list()).getAllByRole('listitem');
  expect(entries.map(entry => within(entry).getByRole('link').textContent)).toEqual([
    'Siembra de árboles',
    'Lectura',
  ]);
  expect(within(entries[0] as HTMLElement).getByText(/5 dic 2099/)).toBeTruthy();
  expect(within(entries[1] as HTMLElement).getByText('Punto al confirmar')).toBeTruthy();
  expect(screen.getByText('2 actividades encontradas')).toBeTruthy();
  expect(screen.getByText('1 no tiene un punto en el mapa y está solo en la lista.')).toBeTruthy();
  expect(await screen.findByText('No pudimos mostrar el mapa. La lista tiene lo mismo.')).toBeTruthy();
  expect(sent.find(({ path }) => path === '/tasks/search')?.query).toEqual({
    q: 'siembra',
    categoria: 'ambiente',
    cupos: 'libres',
    date: 'proximas',
    limit: '500',
    offset: '0',
    series: 'next',
  });
});

test('the first page of the catalogue is shown until the results are there', async () => {
  const first = Promise.withResolvers<void>();
  declareResponses({
    ...visitor,
    ...attendsNone,
    ...respond(searchActivities, async ({ query }) => {
      if (query.limit === '500') await first.promise;
      return { body: query.limit === '500' ? [sowing, reading] : [sowing], total: 2 };
    }),
  });
  const { router } = renderApp('/actividades?q=siembra');
  await screen.findByRole('link', { name: sowing.title });
  await router.navigate({ to: '/mapa', search: { q: 'siembra' } });
  expect((await list()).getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByText('2 actividades encontradas')).toBeTruthy();
  expect(screen.queryByText(/Aquí están las primeras|Buscando/)).toBeNull();
  first.resolve();
  await waitFor(async () => expect((await list()).getAllByRole('listitem')).toHaveLength(2));
});

test('more than 500 results are announced', async () => {
  declareResponses({
    ...visitor,
    ...respond(searchActivities, ({ query }) => ({ body: query.offset === '0' ? [sowing] : [], total: 501 })),
  });
  renderApp('/mapa');
  expect(await screen.findByText('Más de 300 actividades encontradas')).toBeTruthy();
  expect(screen.getByText('Aquí están las primeras 1: busca o filtra para ver las demás.')).toBeTruthy();
});

test('the activity of the address is in the list, even if it is past', async () => {
  const past = anActivity({
    _id: '01930000-0000-7000-8000-00000000000d',
    title: 'Trueque',
    date: '2020-01-04T14:00:00.000Z',
    location,
  });
  declareResponses({
    ...visitor,
    ...respond(searchActivities, { body: [sowing], total: 1 }),
    ...respond(getActivity, { body: past }, { id: past._id }),
  });
  renderApp(`/mapa?actividad=${past._id}`);
  const titles = (await list()).getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(['Siembra de árboles']);
  const chosen = within(screen.getByRole('region', { name: 'En este punto' }));
  expect(chosen.getByRole('link', { name: 'Trueque' })).toBeTruthy();
  await userEvent.click(chosen.getByRole('button', { name: 'Cerrar' }));
  expect((await list()).getAllByRole('article')).toHaveLength(2);
});

test('a search changes the address; without results it explains what to do', async () => {
  const sent = declareResponses({
    ...visitor,
    ...attendsNone,
    ...respond(searchActivities, ({ query }) => ({ body: query.q === undefined ? [sowing] : [] })),
  });
  const { router } = renderApp('/mapa?date=pasadas');
  await list();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar en el mapa' }), 'ajedrez{Enter}');
  expect(await screen.findByText('No se encontraron actividades')).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'ajedrez', date: 'pasadas' }));
  // The numbers of what there is instead are asked for with a limit of 1.
  const listed = sent.filter(({ query }) => String(query.limit) !== '1');
  expect(listed.at(-1)?.query).toMatchObject({ q: 'ajedrez', date: 'pasadas' });
  await userEvent.click(screen.getByRole('link', { name: 'Ver como lista' }));
  await waitFor(() => expect(router.state.location.href).toBe('/actividades?q=ajedrez&date=pasadas'));
});

test('the chips filter the map, and those of the address can be removed', async () => {
  const collective = {
    _id: '01930000-0000-7000-8000-0000000000c1',
    slug: 'junta-del-barrio',
    name: 'Junta del barrio',
    isVerified: false,
  };
  const sent = declareResponses({
    ...visitor,
    ...respond(searchActivities, { body: [anActivity({ collective })], total: 1 }),
  });
  const { router } = renderApp('/mapa?colectivo=junta-del-barrio');
  await list();
  await userEvent.click(screen.getByRole('link', { name: 'Finde' }));
  await waitFor(() =>
    expect(sent.at(-1)?.query).toMatchObject({ desde: expect.any(String), colectivo: 'junta-del-barrio' }),
  );
  expect(router.state.location.pathname).toBe('/mapa');
  await userEvent.click(await screen.findByRole('link', { name: 'Quitar: Junta del barrio' }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('colectivo'));
  expect(router.state.location.search).toHaveProperty('desde');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Resultados' })),
  );
});

test('around the device, the filter waits for the button of the map after a reload', async () => {
  const sent = declareResponses({
    ...visitor,
    ...respond(searchActivities, { body: [sowing], total: 1 }),
  });
  const { router } = renderApp('/mapa?cerca=aqui&radio=5');
  await list();
  expect(screen.getByText(/Toca «Cerca» para ver otra vez/)).toBeTruthy();
  expect(sent.find(({ path }) => path === '/tasks/search')?.query).not.toHaveProperty('cerca');
  await userEvent.click(screen.getByRole('link', { name: 'Quitar: Cerca de mí' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});
