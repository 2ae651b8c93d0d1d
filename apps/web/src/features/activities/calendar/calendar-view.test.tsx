import { searchActivities } from '@minga/contract/activities';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import { declareResponses, respond, type SentRequest, visitor } from '../../../../test/server.ts';

const idOf = (number: number) => `01930000-0000-7000-8000-0000000002${String(number).padStart(2, '0')}`;
const at = (number: number, date: string, title = `Minga ${number}`) =>
  anActivity({ _id: idOf(number), date, title });

const march = [
  at(1, '2099-03-05T14:00:00.000Z', 'Siembra'),
  { ...at(2, '2099-03-09T14:00:00.000Z', 'Campamento'), endDate: '2099-03-11T20:00:00.000Z' },
  ...[3, 4, 5, 6, 7, 8].map(number => at(number, `2099-03-20T1${number}:00:00.000Z`)),
];

/** A server that has these activities in March 2099 alone. */
function show(path: string) {
  const sent = declareResponses({
    ...visitor,
    ...respond(searchActivities, ({ query }: SentRequest) => {
      const { desde = '', hasta = '9999' } = query as Record<string, string>;
      const rows = desde <= '2099-03-20' && hasta >= '2099-03-05' ? march : [];
      return { body: query.limit === '1' ? rows.slice(0, 1) : rows, total: rows.length };
    }),
  });
  const { router } = renderApp(path);
  return { router, queries: () => sent.filter(({ path: sentTo }) => sentTo === '/tasks/search') };
}

const cellOf = async (name: string) => {
  const cells = await screen.findAllByRole('cell');
  const cell = cells.find(({ textContent }) => textContent?.includes(name));
  if (cell === undefined) throw new Error(`no cell of ${name}`);
  return within(cell);
};

// docs/rules.md R16.9
test('the month is a table with a caption, weekdays from Monday, and links with time and title', async () => {
  const { queries } = show('/calendario?mes=2099-03&categoria=ambiente');
  const table = await screen.findByRole('table', { name: 'marzo de 2099' });
  expect(within(table).getAllByRole('columnheader')[0]?.getAttribute('abbr')).toBe('lunes');
  expect(within(table).getAllByRole('row')).toHaveLength(7);
  const day = await cellOf('jueves, 5 de marzo');
  expect(day.getByRole('link', { name: /9:00\sa\.\sm\. Siembra/ }).getAttribute('href')).toBe(
    `/actividades/${idOf(1)}`,
  );
  expect(screen.getByText('8 actividades en marzo de 2099')).toBeTruthy();
  expect(queries().map(({ query }) => query)).toEqual([
    { categoria: 'ambiente', desde: '2099-02-23', hasta: '2099-04-05', limit: '500', offset: '0' },
  ]);
});

test('an activity of several days stands on each of them', async () => {
  show('/calendario?mes=2099-03');
  for (const name of ['martes, 10 de marzo', 'miércoles, 11 de marzo'])
    expect((await cellOf(name)).getByRole('link', { name: 'Sigue Campamento' })).toBeTruthy();
  expect((await cellOf('jueves, 12 de marzo')).queryByRole('link')).toBeNull();
});

test('a crowded day shows four, and leads to all with the same filters', async () => {
  show('/calendario?mes=2099-03&categoria=ambiente&q=minga');
  const day = await cellOf('viernes, 20 de marzo');
  expect(day.getAllByRole('link', { name: /Minga/ })).toHaveLength(4);
  const more = day.getByRole('link', { name: 'y 2 más el viernes, 20 de marzo' });
  expect(more.getAttribute('href')).toBe(
    '/actividades?q=minga&categoria=ambiente&desde=2099-03-20&hasta=2099-03-20',
  );
  // On phones the count of the day leads to its list below.
  expect(day.getByRole('link', { name: 'viernes, 20 de marzo: 6 actividades' }).getAttribute('href')).toBe(
    '#dia-2099-03-20',
  );
  expect(screen.getByRole('region', { name: 'viernes, 20 de marzo' }).id).toBe('dia-2099-03-20');
});

test('the keyboard goes from month to month, and the address follows', async () => {
  const { router } = show('/calendario?mes=2099-02&categoria=ambiente');
  const next = await screen.findByRole('link', { name: 'Siguiente: marzo de 2099' });
  next.focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('table', { name: 'marzo de 2099' })).toBeTruthy();
  expect(router.state.location.search).toEqual({ categoria: 'ambiente', mes: '2099-03' });
  // The same link has the focus, for the next press.
  expect(document.activeElement?.textContent).toBe('Siguiente');
  await userEvent.tab({ shift: true });
  await userEvent.keyboard('{Enter}');
  expect(router.state.location.search).toEqual({ categoria: 'ambiente' });
});

test('an empty month names the next one that has something', async () => {
  const { router } = show('/calendario?mes=2099-01');
  expect(await screen.findByRole('heading', { name: 'No hay actividades en enero de 2099' })).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Ir a marzo de 2099' }));
  expect(await screen.findByText('8 actividades en marzo de 2099')).toBeTruthy();
  expect(router.state.location.search).toEqual({ mes: '2099-03' });
});

test('the list of the current month begins with today, and earlier days are folded at the end', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2099-03-10T15:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  show('/calendario');
  const fold = (await screen.findByText('Ya pasaron: 2 días con actividades')).closest('details');
  const days = screen.getAllByRole('region', { name: / de marzo/, hidden: true });
  expect(days.map(day => [day.id, fold?.contains(day)])).toEqual([
    ['dia-2099-03-10', false],
    ['dia-2099-03-11', false],
    ['dia-2099-03-20', false],
    ['dia-2099-03-05', true],
    ['dia-2099-03-09', true],
  ]);
  expect(screen.queryByText('Este mes no hay más.')).toBeNull();
});

test('at the end of a month the list leads to the next one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2099-03-25T15:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  show('/calendario?q=minga');
  const link = await screen.findByRole('link', { name: 'Ver abril de 2099' });
  expect(link.getAttribute('href')).toBe('/calendario?q=minga&mes=2099-04');
});

test('the list of another month has no fold', async () => {
  show('/calendario?mes=2099-03');
  expect(await screen.findAllByRole('region', { name: / de marzo$/ })).toHaveLength(5);
  expect(screen.queryByText(/^Ya pasaron/)).toBeNull();
});

test.each(['2200-01', '1999-12', 'hoy'])('the month %s is the current one', async month => {
  show(`/calendario?mes=${month}`);
  const name = new Intl.DateTimeFormat('es-CO', {
    month: 'long',
    year: 'numeric',
    timeZone: 'America/Bogota',
  }).format(new Date());
  expect(await screen.findByRole('table', { name })).toBeTruthy();
  expect(screen.getAllByRole('cell').filter(cell => cell.ariaCurrent === 'date')).toHaveLength(1);
});

test('active filters are named, and can be removed', async () => {
  const { router } = show('/calendario?mes=2099-03&categoria=mayores&etiqueta=r%C3%ADo&q=olla');
  expect(await screen.findByText('Solo: Personas mayores · #río')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Quitar los filtros' }));
  expect(router.state.location.search).toEqual({ mes: '2099-03', q: 'olla' });
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/en marzo de 2099$|^Cargando/));
});
