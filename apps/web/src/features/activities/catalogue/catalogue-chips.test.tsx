import { searchActivities } from '@minga/contract/activities';
import { listCollectives } from '@minga/contract/collectives';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { aCollective } from '../../../../test/collective.ts';
import { renderApp } from '../../../../test/render.tsx';
import {
  declareResponses,
  type Responses,
  respond,
  type SentRequest,
  visitor,
} from '../../../../test/server.ts';
import { siteDay } from '../../../lib/dates/dates.ts';

const one = { body: [anActivity({ category: 'cultura', distanceKm: 1.6 })], total: 1 };
const none = { body: [], total: 0 };

function show(
  path = '/actividades',
  answer: (request: SentRequest) => typeof one | typeof none = () => one,
  others: Responses = respond(listCollectives, { body: [], total: 0 }),
) {
  withMapGround();
  const sent = declareResponses({ ...visitor, ...respond(searchActivities, answer), ...others });
  const { router, queryClient } = renderApp(path);
  return {
    router,
    queryClient,
    address: () => decodeURIComponent(router.state.location.searchStr),
    searches: () =>
      sent
        .filter(request => request.path === '/tasks/search' && request.query.limit === '24')
        .map(({ query: { limit, offset, series, date, ...query } }) => query),
  };
}

/** The site has a base map. */
function withMapGround() {
  const meta = Object.assign(document.createElement('meta'), { name: 'minga:map', content: 'ground' });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
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

/** The sheet, which is loaded when it opens. */
async function openSheet() {
  await userEvent.click((await chips()).getByRole('button', { name: /^Filtros/ }));
  return within(await screen.findByRole('dialog', { name: 'Filtros' }));
}

test('chips combine with each other and the words, and toggle', async () => {
  const { router, searches, address } = show('/actividades?q=olla&categoria=cultura');
  const today = siteDay(new Date());
  expect((await chips()).getByRole('link', { name: 'Todo' }).getAttribute('aria-current')).toBe('true');
  await userEvent.click((await chips()).getByRole('link', { name: 'Hoy' }));
  const days = { desde: today, hasta: today };
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ q: 'olla', categoria: 'cultura', ...days }),
  );
  await waitFor(() => expect(searches().at(-1)).toEqual({ q: 'olla', categoria: 'cultura', ...days }));
  expect((await chips()).getByRole('link', { current: true }).textContent).toBe('Hoy');
  await userEvent.click((await chips()).getByRole('link', { name: 'Hoy' }));
  await waitFor(() => expect(address()).toBe('?q=olla&categoria=cultura'));
  await userEvent.click(screen.getByRole('link', { name: 'Quitar los filtros' }));
  await waitFor(() => expect(address()).toBe('?q=olla'));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Quitar los filtros' })).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Resultados' })),
  );
});

test('a search with words says its order, and a press sorts it by day', async () => {
  const { address } = show('/actividades?q=olla', () => ({
    body: [anActivity({ title: 'Olla' }), anActivity({ title: 'Ollas' })],
    total: 2,
  }));
  expect(await screen.findByText(/^Primero, las que mejor coinciden/)).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Ordenar por fecha' }));
  await waitFor(() => expect(address()).toBe('?q=olla&orden=fecha'));
  expect(screen.queryByText(/^Primero, las que/)).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Quitar: Por fecha' }));
  expect(await screen.findByText(/^Primero, las que mejor coinciden/)).toBeTruthy();
});

test('the sheet counts the results of its choices and applies them with its button', async () => {
  const collectives = respond(listCollectives, { body: [aCollective()], total: 1 });
  const { router, address, searches } = show(
    '/actividades',
    ({ query }) => ({ ...one, total: query.categoria === 'cultura' ? 12 : 340 }),
    collectives,
  );
  const sheet = await openSheet();
  expect(await sheet.findByRole('button', { name: 'Ver más de 300 actividades' })).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Cultura' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Con cupos' }));
  expect(await sheet.findByRole('button', { name: 'Ver 12 actividades' })).toBeTruthy();
  expect(address()).toBe('');
  await sheet.findByRole('option', { name: aCollective().name });
  await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'Colectivo' }), aCollective().name);
  await userEvent.click(sheet.getByRole('button', { name: 'Pasadas' }));
  await userEvent.click(await sheet.findByRole('button', { name: 'Ver 12 actividades' }));
  const slug = aCollective().slug;
  const chosen = { categoria: 'cultura', cupos: 'libres', colectivo: slug };
  await waitFor(() => expect(router.state.location.search).toEqual({ ...chosen, date: 'pasadas' }));
  await waitFor(() => expect(searches().at(-1)).toEqual(chosen));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const opener = (await chips()).getByRole('button', { name: 'Filtros (4)' });
  expect(document.activeElement).toBe(opener);
  // The next sheet has the address's choices, and can remove them.
  const again = await openSheet();
  expect(again.getByRole('button', { name: 'Cultura', pressed: true })).toBeTruthy();
  await userEvent.click(again.getByRole('button', { name: 'Quitar los filtros' }));
  await waitFor(() => expect(address()).toBe(''));
});

test('a sheet without results says so and offers to remove the filters', async () => {
  const { address } = show('/actividades?q=olla&categoria=salud', () => none);
  const sheet = await openSheet();
  expect(await sheet.findByRole('button', { name: 'Nada con estos filtros' })).toBeTruthy();
  expect(await sheet.findByRole('status')).toHaveProperty('textContent', 'Nada con estos filtros');
  await userEvent.click(sheet.getByRole('button', { name: 'Quitar los filtros' }));
  await waitFor(() => expect(address()).toBe('?q=olla'));
});

test('the order is offered where there is more than one', async () => {
  const { address } = show('/actividades?q=siembra&cerca=2.44,-76.61');
  const sheet = await openSheet();
  expect(sheet.getByRole('button', { name: 'Más cercanas primero', pressed: true })).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Por fecha' }));
  await userEvent.click(sheet.getByRole('button', { name: '5 km' }));
  await userEvent.click(await sheet.findByRole('button', { name: 'Ver 1 actividad' }));
  await waitFor(() => expect(address()).toContain('radio=5&orden=fecha'));
  expect(await screen.findByRole('heading', { level: 2, name: /^Sábado 5 de diciembre/ })).toBeTruthy();
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

test('a row has the distance', async () => {
  show('/actividades?cerca=2.44,-76.61');
  const row = within(await screen.findByRole('article'));
  expect(row.getByText('· Cerro de la Eme')).toBeTruthy();
  expect(row.getByText('· 1,6 km')).toBeTruthy();
});

test('a list around a point says what it leaves out, and leads to it', async () => {
  const { address } = show('/actividades?cerca=2.44,-76.61&radio=5&cupos=libres');
  expect(await screen.findByText(/Las actividades sin punto en el mapa no aparecen aquí/)).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Ver todas, sin importar dónde' }));
  await waitFor(() => expect(address()).toBe('?cupos=libres'));
  await waitFor(() => expect(screen.queryByText(/sin punto en el mapa/)).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Resultados' })),
  );
});

test('the empty result’s link without the filters leaves the focus at the results', async () => {
  show('/actividades?categoria=salud', ({ query }) => (query.categoria === undefined ? one : none));
  const region = within(await screen.findByRole('region', { name: 'Resultados' }));
  await userEvent.click(await region.findByRole('link', { name: 'Quitar los filtros' }));
  expect(await region.findByRole('article')).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Resultados' })),
  );
});

test('an empty result says which filters found nothing, and counts what there is instead', async () => {
  const { address } = show('/actividades?cerca=2.44,-76.61&categoria=salud', ({ query }) =>
    query.radio === '200' ? { ...one, total: 4 } : none,
  );
  expect(await screen.findByText('Nada de Salud en 20 km.')).toBeTruthy();
  const instead = within(await screen.findByRole('navigation', { name: 'Sí hay' }));
  expect(instead.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Hasta 200 km (4)']);
  await userEvent.click(instead.getByRole('link'));
  await waitFor(() => expect(address()).toContain('radio=200'));
});

// These come in this order: the position stays in memory once it is known.

test('a refused position is explained, and a shared address waits for a press', async () => {
  const locate = stubDevice(1);
  const { searches, address } = show('/actividades?cerca=aqui');
  expect(await screen.findByText(/Toca «Cerca» para ver otra vez/)).toBeTruthy();
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
  // Another search is about something else.
  await userEvent.click((await chips()).getByRole('link', { name: 'Hoy' }));
  await waitFor(() => expect(screen.queryByText(/No pudimos saber dónde estás/)).toBeNull());
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

  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: '5 km' }));
  await userEvent.click(await sheet.findByRole('button', { name: 'Ver 1 actividad' }));
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
