import { type Activity, searchActivities } from '@minga/contract/activities';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import {
  attendsNone,
  declareResponses,
  type Responses,
  respond,
  type SentRequest,
  signedIn,
} from '../../../../test/server.ts';

const found = (...rows: Activity[]) => ({ body: rows, total: rows.length });
const named = (title: string, changes: Partial<Activity> = {}) =>
  anActivity({
    _id: `01930000-0000-7000-8000-${title.length.toString().padStart(12, '0')}`,
    title,
    ...changes,
  });

function show(responses: Responses, path = '/tasks/buscar') {
  const sent = declareResponses({ ...signedIn(), ...attendsNone, ...responses });
  const { router } = renderApp(path);
  const searches = () =>
    sent
      .filter(request => request.path === '/tasks/search')
      .map(({ query: { limit, offset, series, ...query } }) => query);
  return { router, sent, searches, address: () => router.state.location.searchStr };
}

const words = () => screen.findByRole('searchbox', { name: 'Palabra clave' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

afterEach(() => vi.restoreAllMocks());

test('searches everything initially and shows the count', async () => {
  const { searches } = show(respond(searchActivities, found(named('Siembra'), named('Taller'))));
  expect(await screen.findByText('2 actividades encontradas')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(2);
  expect(searches()).toEqual([{}]);
});

test('applies the filters of a shared URL', async () => {
  const { searches } = show(
    respond(searchActivities, found(named('Siembra'))),
    '/tasks/buscar?q=2026&place=Eme&date=pasadas&estado=promocionadas',
  );
  expect(await screen.findByText('1 actividad encontrada')).toBeTruthy();
  expect(searches()).toEqual([{ q: '2026', place: 'Eme', date: 'pasadas', estado: 'promocionadas' }]);
  expect(screen.getByRole('searchbox', { name: 'Palabra clave' })).toHaveProperty('value', '2026');
  expect(screen.getByRole('textbox', { name: 'Lugar' })).toHaveProperty('value', 'Eme');
  expect(screen.getByRole('combobox', { name: 'Fecha' })).toHaveProperty('value', 'pasadas');
  expect(screen.getByRole('combobox', { name: 'Estado' })).toHaveProperty('value', 'promocionadas');
});

test('filters by category, days and free places', async () => {
  const { searches, address } = show(
    respond(searchActivities, found(named('Siembra'))),
    '/tasks/buscar?desde=2026-12-05&hasta=2026-12-06',
  );
  expect((await screen.findByLabelText('Desde')).textContent).toBe('5 de diciembre de 2026');
  expect((await screen.findByLabelText('Hasta')).textContent).toBe('6 de diciembre de 2026');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Categoría' }), 'Ambiente');
  await waitFor(() => expect(address()).toBe('?categoria=ambiente&desde=2026-12-05&hasta=2026-12-06'));
  await userEvent.click(screen.getByRole('switch', { name: 'Solo con cupos' }));
  await waitFor(() => expect(address()).toContain('cupos=libres'));
  await press('Quitar: Hasta');
  await waitFor(() =>
    expect(searches().at(-1)).toEqual({ categoria: 'ambiente', desde: '2026-12-05', cupos: 'libres' }),
  );
});

test('choosing a first day after the last one clears the last one', async () => {
  const { address } = show(respond(searchActivities, found()), '/tasks/buscar?hasta=2001-05-01');
  await userEvent.click(await screen.findByLabelText('Desde'));
  const calendar = await screen.findByRole('dialog', { name: 'Desde' });
  const [day] = within(calendar).getAllByRole('button', { name: /^\d+ de [a-z]+ de \d{4}$/ });
  if (day) await userEvent.click(day);
  await waitFor(() => expect(address()).toMatch(/^\?desde=\d{4}-\d\d-\d\d$/));
});

test('one run of typing shares a history entry, an option adds one', async () => {
  const { router, searches, address } = show(respond(searchActivities, found()));
  await userEvent.type(await words(), 'rí');
  await waitFor(() => expect(address()).toBe('?q=r%C3%AD'));
  await userEvent.type(await words(), 'o');
  await waitFor(() => expect(address()).toBe('?q=r%C3%ADo'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Fecha' }), 'Próximas');
  await waitFor(() => expect(address()).toBe('?q=r%C3%ADo&date=proximas'));
  await waitFor(() =>
    expect(searches()).toEqual([{}, { q: 'rí' }, { q: 'río' }, { q: 'río', date: 'proximas' }]),
  );

  router.history.back();
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Fecha' })).toHaveProperty('value', ''));
  expect(address()).toBe('?q=r%C3%ADo');
  router.history.back();
  await waitFor(() => expect(address()).toBe(''));
  await waitFor(async () => expect(await words()).toHaveProperty('value', ''));
});

test('the button searches the typed words and repeats an unchanged search', async () => {
  const { searches, address } = show(respond(searchActivities, found(named('Siembra'))));
  await userEvent.type(await words(), 'siembra');
  await press('Buscar Actividades');
  await waitFor(() => expect(address()).toBe('?q=siembra'));
  await screen.findByText('1 actividad encontrada');
  await waitFor(() => expect(searches().at(-1)).toEqual({ q: 'siembra' }));
  const before = searches();
  await press('Buscar Actividades');
  await waitFor(() => expect(searches()).toEqual([...before, { q: 'siembra' }]));
});

test('scrolls to the results after a submission without moving the focus', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  show(respond(searchActivities, found(named('Siembra'))));
  await screen.findByText('1 actividad encontrada');
  expect(scroll).not.toHaveBeenCalled();

  await userEvent.type(await words(), 'siembra{Enter}');
  await waitFor(() => expect(scroll).toHaveBeenCalledWith({ block: 'start', behavior: 'smooth' }));
  expect(scroll.mock.contexts[0]).toBe(screen.getByRole('region', { name: 'Resultados' }));
  expect(document.activeElement).toBe(await words());

  await userEvent.type(await words(), 's');
  await waitFor(() => expect(scroll).toHaveBeenLastCalledWith({ block: 'nearest', behavior: 'smooth' }));
});

test('scrolls to the empty state while typing', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  show(respond(searchActivities, found()));
  await userEvent.type(await words(), 'nada');
  await waitFor(() => expect(scroll).toHaveBeenCalledOnce());
  expect(scroll.mock.contexts[0]).toBe(
    screen.getByRole('heading', { name: 'No se encontraron actividades' }),
  );
});

test('a late response does not replace newer results; previous results stay visible', async () => {
  let answerSlow = (_: { body: Activity[]; total: number }) => {};
  const slow = new Promise<{ body: Activity[]; total: number }>(resolve => {
    answerSlow = resolve;
  });
  const responses = ({ query }: SentRequest) => {
    if (query.q === 'lenta') return slow;
    return found(query.q === 'otra' ? named('Otra') : named('Primera'));
  };
  show(respond(searchActivities, responses));
  await screen.findByRole('article', { name: 'Primera' });

  await userEvent.type(await words(), 'lenta{Enter}');
  expect(await screen.findByText('Buscando actividades...')).toBeTruthy();
  expect(screen.getByRole('article', { name: 'Primera' })).toBeTruthy();
  await userEvent.clear(await words());
  await userEvent.type(await words(), 'otra{Enter}');
  await screen.findByRole('article', { name: 'Otra' });

  answerSlow(found(named('Lenta')));
  await slow;
  await waitFor(() => expect(screen.queryByText('Buscando actividades...')).toBeNull());
  expect(screen.getByRole('article', { name: 'Otra' })).toBeTruthy();
  expect(screen.queryByRole('article', { name: 'Lenta' })).toBeNull();
});

test('on a phone a button with the count of active filters expands the others', async () => {
  show(respond(searchActivities, found()), '/tasks/buscar?place=Eme&date=pasadas');
  const button = await screen.findByRole('button', { name: 'Filtros (2)', expanded: false });
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await userEvent.clear(screen.getByRole('textbox', { name: 'Lugar' }));
  expect(button.textContent).toBe('Filtros (1)');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Fecha' }), 'Todas las fechas');
  expect(button.textContent).toBe('Filtros');
  expect(screen.getByRole('option', { name: 'Todos los estados' })).toBeTruthy();
});

test('an empty result offers to clear the filters', async () => {
  const { address } = show(
    respond(searchActivities, ({ query }) => (query.q ? found() : found(named('Siembra')))),
    '/tasks/buscar?q=nada',
  );
  expect(await screen.findByText('No se encontraron actividades')).toBeTruthy();
  expect(screen.getByText(/Ajusta los filtros/)).toBeTruthy();
  await press('Quitar los filtros');
  expect(await screen.findByText('1 actividad encontrada')).toBeTruthy();
  expect(address()).toBe('');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Resultados' }));
});

test('the controls depend on owner and date', async () => {
  show(
    respond(
      searchActivities,
      found(
        named('Ajena'),
        named('Pasada', { date: '2001-05-01T15:00:00.000Z' }),
        named('Mía', { isOwner: true }),
        named('Promocionada', { isPromoted: true }),
      ),
    ),
  );
  await screen.findByText('4 actividades encontradas');
  const buttons = (title: string) =>
    within(screen.getByRole('article', { name: title }))
      .getAllByRole('button')
      .map(button => button.textContent);

  expect(buttons('Ajena')).toEqual(['Asistir a actividad', 'Ver Detalles']);
  expect(buttons('Pasada')).toEqual(['Ver Detalles']);
  expect(buttons('Mía')).toEqual(['Actualizar', 'Eliminar', 'Ver Detalles']);
  expect(within(screen.getByRole('article', { name: 'Pasada' })).getByText('FINALIZADA')).toBeTruthy();
  expect(within(screen.getByRole('article', { name: 'Promocionada' })).getByText('PROMO')).toBeTruthy();
});
