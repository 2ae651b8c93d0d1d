import { searchActivities } from '@minga/contract/activities';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import {
  attendsNone,
  declareResponses,
  respond,
  type SentRequest,
  visitor,
} from '../../../../test/server.ts';
import { siteDay } from '../../../lib/dates/dates.ts';

const one = { body: [anActivity({ category: 'cultura', distanceKm: 1.6 })], total: 1 };
const none = { body: [], total: 0 };

function show(path = '/actividades', answer: (request: SentRequest) => typeof one | typeof none = () => one) {
  const sent = declareResponses({ ...visitor, ...attendsNone, ...respond(searchActivities, answer) });
  const { router, queryClient } = renderApp(path);
  return {
    router,
    queryClient,
    address: () => decodeURIComponent(router.state.location.searchStr),
    searches: () =>
      sent
        .filter(request => request.path === '/tasks/search')
        .map(({ query: { limit, offset, series, date, ...query } }) => query),
  };
}

type Success = (position: { coords: { latitude: number; longitude: number } }) => void;
type Failure = (error: { code: number; PERMISSION_DENIED: 1 }) => void;

/** The browser's geolocation: a position, or an error's code. */
function stubDevice(found: readonly [number, number] | number, permission = 'prompt') {
  const getCurrentPosition = vi.fn((success: Success, failure: Failure) => {
    if (typeof found === 'number') failure({ code: found, PERMISSION_DENIED: 1 });
    else success({ coords: { latitude: found[0], longitude: found[1] } });
  });
  const permissions = { query: async () => ({ state: permission }) };
  for (const [name, value] of Object.entries({ geolocation: { getCurrentPosition }, permissions }))
    Object.defineProperty(navigator, name, { value, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'geolocation');
    Reflect.deleteProperty(navigator, 'permissions');
  });
  return getCurrentPosition;
}

const chips = async () => within(await screen.findByRole('navigation', { name: 'Filtros' }));
const categoryRow = async () => within(await screen.findByRole('navigation', { name: 'Categorías' }));

test('chips combine with each other, the words and the time, and toggle', async () => {
  const { router, address, searches } = show('/actividades?q=olla&date=pasadas');
  const today = siteDay(new Date());
  await userEvent.click((await categoryRow()).getByRole('link', { name: 'Cultura' }));
  await userEvent.click((await chips()).getByRole('link', { name: 'Hoy' }));
  await userEvent.click((await chips()).getByRole('link', { name: 'Con cupos' }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      q: 'olla',
      date: 'pasadas',
      categoria: 'cultura',
      desde: today,
      hasta: today,
      cupos: 'libres',
    }),
  );
  await waitFor(() =>
    expect(searches().at(-1)).toEqual({
      q: 'olla',
      categoria: 'cultura',
      desde: today,
      hasta: today,
      cupos: 'libres',
    }),
  );
  expect((await chips()).getByRole('link', { name: 'Hoy' }).getAttribute('aria-current')).toBe('true');
  await userEvent.click((await chips()).getByRole('link', { name: 'Hoy' }));
  await waitFor(() => expect(address()).not.toContain('desde'));
  await userEvent.click(screen.getByRole('link', { name: 'Quitar los filtros' }));
  await waitFor(() => expect(address()).toBe('?q=olla&date=pasadas'));
  expect(screen.queryByRole('link', { name: 'Quitar los filtros' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Resultados' }));
  expect((await categoryRow()).getByRole('link', { current: true }).textContent).toBe('Todas');
});

test('a tag and a collective of the address are removable', async () => {
  const collective = { _id: anActivity()._id, slug: 'guardianes', name: 'Guardianes', isVerified: false };
  const { address } = show('/actividades?etiqueta=río&colectivo=guardianes', () => ({
    body: [anActivity({ collective })],
    total: 1,
  }));
  expect(await screen.findByRole('link', { name: 'Quitar: Guardianes' })).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Quitar: #río' }));
  await waitFor(() => expect(address()).toBe('?colectivo=guardianes'));
});

test('shows the category and the distance on the card', async () => {
  show('/actividades?cerca=2.44,-76.61');
  const card = within(await screen.findByRole('article'));
  expect(card.getByText('Cultura')).toBeTruthy();
  expect(card.getByText('Cerro de la Eme, a 1,6 km')).toBeTruthy();
});

test('a list around a point says what it leaves out, and leads to it', async () => {
  const { address } = show('/actividades?cerca=2.44,-76.61&radio=5&cupos=libres');
  expect(await screen.findByText(/Las actividades sin punto en el mapa no aparecen aquí/)).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Ver todas, sin importar dónde' }));
  await waitFor(() => expect(address()).toBe('?cupos=libres'));
  expect(screen.queryByText(/sin punto en el mapa/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Resultados' }));
});

test('the empty result’s link without the filters leaves the focus at the results', async () => {
  show('/actividades?categoria=salud', ({ query }) => (query.categoria === undefined ? one : none));
  const region = within(await screen.findByRole('region', { name: 'Resultados' }));
  await userEvent.click(await region.findByRole('link', { name: 'Quitar los filtros' }));
  expect(await region.findByRole('article')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Resultados' }));
});

test('an empty result says which filters found nothing and requests what comes closest once', async () => {
  const { searches } = show('/actividades?cerca=2.44,-76.61&categoria=salud', ({ query }) =>
    query.radio === '200' ? one : none,
  );
  expect(await screen.findByText('Nada de Salud en 20 km.')).toBeTruthy();
  const closest = within(await screen.findByRole('region', { name: 'Lo más cercano' }));
  expect(closest.getByRole('link', { name: 'Siembra de árboles' })).toBeTruthy();
  expect(closest.getByText('Cerro de la Eme · a 1,6 km')).toBeTruthy();
  expect(searches()).toEqual([
    { cerca: '2.44,-76.61', categoria: 'salud' },
    { cerca: '2.44,-76.61', categoria: 'salud', radio: '200' },
  ]);
});

// These come in this order: the position stays in memory once it is known.

test('a refused position is explained, and a shared address waits for a press', async () => {
  const locate = stubDevice(1);
  const { searches, address } = show('/actividades?cerca=aqui');
  expect(await screen.findByText(/Toca «Cerca de mí» para ver otra vez/)).toBeTruthy();
  expect(locate).not.toHaveBeenCalled();
  const chip = (await chips()).getByRole('button', { name: 'Cerca de mí', pressed: false });
  await userEvent.click(chip);
  expect(await screen.findByText(/No tenemos permiso para saber dónde estás/)).toBeTruthy();
  expect([address(), searches()]).toEqual(['?cerca=aqui', [{}]]);
});

test('an unknown position is explained, and the address stays', async () => {
  stubDevice(3);
  const { address } = show();
  await userEvent.click((await chips()).getByRole('button', { name: 'Cerca de mí' }));
  expect(await screen.findByText(/No pudimos saber dónde estás/)).toBeTruthy();
  expect(address()).toBe('');
});

test('the position is rounded, sent, and neither in the address nor persisted', async () => {
  const locate = stubDevice([2.4418123, -76.6063456]);
  const { address, searches, queryClient } = show('/actividades?cupos=libres');
  await screen.findByRole('article');
  expect(locate).not.toHaveBeenCalled();
  await userEvent.click((await chips()).getByRole('button', { name: 'Cerca de mí' }));
  await waitFor(() => expect(searches().at(-1)).toEqual({ cupos: 'libres', cerca: '2.44,-76.61' }));
  expect(address()).toBe('?cupos=libres&cerca=aqui');
  expect((await chips()).getByRole('button', { name: 'Cerca de mí', pressed: true })).toBeTruthy();

  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Distancia' }), 'Hasta 5 km');
  await waitFor(() => expect(searches().at(-1)).toMatchObject({ cerca: '2.44,-76.61', radio: '5' }));
  expect(address()).toBe('?cupos=libres&cerca=aqui&radio=5');
  const links = screen.getAllByRole('link', { hidden: true }).map(link => link.getAttribute('href') ?? '');
  expect(links.filter(href => /2\.44|actividades\.\w+\?.*cerca/.test(href))).toEqual([]);
  const toMap = screen.getByRole('link', { name: 'Ver en el mapa' });
  expect(toMap.getAttribute('href')).toBe('/mapa?cupos=libres&cerca=aqui&radio=5');
  const persisted = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ meta }) => meta?.isPersisted === true });
  expect(JSON.stringify(persisted.map(({ queryKey }) => queryKey))).not.toContain('2.44');

  // The map has the same filter, and leads back with it.
  await userEvent.click(toMap);
  expect(await screen.findByRole('link', { name: 'Quitar: Cerca de mí' })).toBeTruthy();
  expect(searches().at(-1)).toMatchObject({ cupos: 'libres', cerca: '2.44,-76.61', radio: '5' });
  await userEvent.click(screen.getByRole('link', { name: 'Ver como lista' }));
  expect(await screen.findByRole('button', { name: 'Cerca de mí', pressed: true })).toBeTruthy();
  expect(address()).toBe('?cupos=libres&cerca=aqui&radio=5');

  await userEvent.click((await chips()).getByRole('button', { name: 'Cerca de mí' }));
  await waitFor(() => expect(address()).toBe('?cupos=libres'));
});

test('on a phone the nearest come into view, below the filters', async () => {
  stubDevice([2.4418123, -76.6063456]);
  const { matchMedia } = window;
  window.matchMedia = query => Object.assign(matchMedia(query), { matches: query.startsWith('(max-width') });
  onTestFinished(() => void Object.assign(window, { matchMedia }));
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  show();
  await screen.findByRole('article');
  await userEvent.click((await chips()).getByRole('button', { name: 'Cerca de mí' }));
  await waitFor(() => expect(scroll).toHaveBeenCalledWith({ block: 'start', behavior: 'smooth' }));
  const target = scroll.mock.contexts[0] as Element;
  expect(within(target as HTMLElement).getByRole('navigation', { name: 'Filtros' })).toBeTruthy();
});
