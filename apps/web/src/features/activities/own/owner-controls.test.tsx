import {
  deleteActivity,
  listOwnActivities,
  promoteActivity,
  type WholeActivity,
} from '@minga/contract/activities';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import {
  type Declared,
  declareResponses,
  type Responses,
  respond,
  type SentRequest,
  signedIn,
} from '../../../../test/server.ts';

const own = (number: number, changes: Partial<WholeActivity> = {}) =>
  anActivity({
    _id: `01930000-0000-7000-8000-00000000000${number}`,
    title: `Minga ${number}`,
    isOwner: true,
    ...changes,
  });
const serverError = { status: 500, body: { message: 'Error', code: 'INTERNAL' } };

async function show(activities: WholeActivity[], responses: Responses = {}) {
  const sent = declareResponses({
    ...signedIn(),
    ...respond(listOwnActivities, ({ query }: SentRequest) =>
      query.date === 'proximas' ? { body: activities, total: activities.length } : { body: [], total: 0 },
    ),
    ...responses,
  });
  const { router } = renderApp('/tasks');
  await screen.findByRole('heading', { level: 1, name: `Mis Actividades (${activities.length})` });
  return { router, requests: (method: string) => sent.filter(request => request.method === method) };
}

const card = (number: number) => within(screen.getByRole('article', { name: `Minga ${number}` }));

test('shows a promotion before the server responds', async () => {
  const response = Promise.withResolvers<{ body: WholeActivity }>();
  const { requests } = await show(
    [own(1), own(2)],
    respond(promoteActivity, () => response.promise, { id: own(1)._id }),
  );
  await userEvent.click(card(1).getByRole('switch', { name: 'Promocionar' }));

  expect((await card(1).findByRole<HTMLInputElement>('switch', { name: 'Promocionada' })).checked).toBe(true);
  expect(card(1).getByText('PROMO')).toBeTruthy();
  expect(card(2).queryByText('PROMO')).toBeNull();

  const window = { startDate: '2099-11-21T15:00:00.000Z', endDate: '2099-11-28T15:00:00.000Z' };
  response.resolve({ body: own(1, { isPromoted: true, promotion: window }) });
  expect(await card(1).findByText('Hasta el 28 nov')).toBeTruthy();
  expect(requests('PATCH')[0]?.body).toEqual({ isPromoted: true });
  // The own lists contain the same activities, so they are not refetched.
  expect(requests('GET').filter(({ path }) => path === '/tasks').length).toBe(2);
});

test.each([false, true])('rolls back a failed promotion (%s) and shows the error', async isPromoted => {
  await show([own(1, { isPromoted })], respond(promoteActivity, serverError, { id: own(1)._id }));
  await userEvent.click(card(1).getByRole('switch'));
  expect(await screen.findByText('Error al cambiar promoción')).toBeTruthy();
  expect(card(1).getByRole<HTMLInputElement>('switch').checked).toBe(isPromoted);
  expect(card(1).queryByText('PROMO') !== null).toBe(isPromoted);
});

test('the controls are described by the activity’s title', async () => {
  await show([own(1)]);
  const title = card(1).getByRole('heading', { name: 'Minga 1' });
  const controls = [
    card(1).getByRole('switch'),
    card(1).getByRole('link', { name: 'Editar' }),
    card(1).getByRole('button', { name: 'Eliminar' }),
  ];
  expect(controls.map(control => control.getAttribute('aria-describedby'))).toEqual(
    controls.map(() => title.id),
  );
  expect(controls[1]?.getAttribute('href')).toBe(`/tasks/${own(1)._id}`);
});

async function askToDelete(number: number) {
  await userEvent.click(card(number).getByRole('button', { name: 'Eliminar' }));
  const name = 'Estás seguro que deseas eliminar esta actividad?';
  return within(await screen.findByRole('dialog', { name }));
}

test.each([
  [
    'several people',
    { places: { taken: 7, free: null, waiting: 0 } },
    /^Van 7 personas: a quienes dejaron correo/,
  ],
  ['one person', { places: { taken: 1, free: null, waiting: 0 } }, /^Va una persona: si dejó correo/],
  ['a rejected activity', { places: { taken: 7, free: null, waiting: 0 }, status: 'rejected' }, null],
  ['no attendees', {}, null],
] as const)('a deletion says that attendees are told: %s', async (_who, changes, text) => {
  await show([own(1, changes)]);
  const dialog = await askToDelete(1);
  const told = dialog.queryByText(/que se canceló\.$/);
  if (text === null) expect(told).toBeNull();
  else expect(told?.textContent).toMatch(text);
});

test('asks and warns before deleting', async () => {
  const { requests } = await show([own(1)]);
  const dialog = await askToDelete(1);
  expect(dialog.getByText(/archivos asociados se eliminan para siempre/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests('DELETE')).toEqual([]);
});

test.each<[string, Declared<typeof deleteActivity>]>([
  ['a deleted activity', { status: 204 }],
  ['an activity deleted elsewhere', { status: 404, body: { message: 'No encontrada', code: 'NOT_FOUND' } }],
])('removes %s from list and count and focuses the next card', async (_, response) => {
  const { requests } = await show([own(1), own(2)], respond(deleteActivity, response, { id: own(1)._id }));
  const dialog = await askToDelete(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Eliminar' }));

  // The message is there for two seconds only.
  expect(await screen.findByText('Actividad eliminada')).toBeTruthy();
  expect(await screen.findByRole('heading', { level: 1, name: 'Mis Actividades (1)' })).toBeTruthy();
  expect(screen.queryByRole('article', { name: 'Minga 1' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Minga 2' }));
  expect(requests('DELETE').length).toBe(1);
});

test('shows how to publish after the last activity is deleted', async () => {
  await show([own(1)], respond(deleteActivity, { status: 204 }, { id: own(1)._id }));
  await userEvent.click((await askToDelete(1)).getByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByText('No hay tareas aún, por favor agregue una nueva tarea')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('shows a failed deletion, which can be retried', async () => {
  await show([own(1)], respond(deleteActivity, serverError, { id: own(1)._id }));
  const dialog = await askToDelete(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByText('Error al eliminar la actividad')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Eliminar' }).getAttribute('aria-disabled')).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: 'Mis Actividades (1)' })).toBeTruthy();
});
