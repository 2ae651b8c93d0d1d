import { deleteActivity, getActivity, searchActivities } from '@minga/contract/activities';
import { updateActivity } from '@minga/contract/activity-fields';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import {
  attendsNone,
  declareResponses,
  maria,
  type Responses,
  respond,
  signedIn,
} from '../../../../test/server.ts';

const mine = anActivity({ isOwner: true, user: { _id: maria._id, username: maria.username } });
const path = '/tasks/buscar?q=siembra';

async function show(responses: Responses = {}) {
  const server = { activities: [mine] };
  const sent = declareResponses({
    ...signedIn(),
    ...attendsNone,
    ...respond(searchActivities, () => ({ body: server.activities, total: server.activities.length })),
    ...respond(getActivity, { body: mine }, { id: mine._id }),
    ...responses,
  });
  const { router } = renderApp(path);
  const searches = () =>
    sent.filter(request => request.path === '/tasks/search').map(request => request.query.q);
  await screen.findByRole('article', { name: mine.title });
  return { router, sent, server, searches };
}

async function open(button: string, dialog: string) {
  await userEvent.click(screen.getByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: dialog }));
}

test('quick delete asks, deletes and repeats the search', async () => {
  const { sent, server, searches } = await show(respond(deleteActivity, { status: 204 }, { id: mine._id }));
  const dialog = await open('Eliminar', 'Confirmar eliminación');
  expect(
    dialog.getByText(
      '¿Seguro que quieres eliminar la actividad "Siembra de árboles"? Esta acción no se puede deshacer.',
    ),
  ).toBeTruthy();
  server.activities = [];
  await userEvent.click(dialog.getByRole('button', { name: 'Eliminar' }));

  // The message is there for two seconds only.
  expect(await screen.findByText('Actividad eliminada')).toBeTruthy();
  expect(await screen.findByText('No se encontraron actividades')).toBeTruthy();
  expect(sent.filter(request => request.method === 'DELETE')).toHaveLength(1);
  await waitFor(() => expect(searches()).toEqual(['siembra', 'siembra']));
});

test('a failed delete shows the error and keeps the card', async () => {
  await show(
    respond(deleteActivity, { status: 403, body: { message: 'No', code: 'FORBIDDEN' } }, { id: mine._id }),
  );
  const dialog = await open('Eliminar', 'Confirmar eliminación');
  await userEvent.click(dialog.getByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByText('Error al eliminar la actividad')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }));
  expect(screen.getByRole('article', { name: mine.title })).toBeTruthy();
});

test('quick update saves in a dialog and repeats the search', async () => {
  const changed = { ...mine, place: 'La Maloca', updatedAt: '2026-11-02T10:00:00.000Z' };
  const { server, searches, router } = await show(
    respond(updateActivity, { body: changed }, { id: mine._id }),
  );
  const dialog = await open('Actualizar', 'Actualizar actividad');
  const place = await dialog.findByRole('combobox', { name: /^Lugar/ });
  await userEvent.clear(place);
  await userEvent.type(place, 'La Maloca');
  server.activities = [changed];
  await userEvent.click(dialog.getByRole('button', { name: 'Actualizar actividad' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const card = within(screen.getByRole('article', { name: mine.title }));
  expect(await card.findByText('La Maloca')).toBeTruthy();
  expect(document.activeElement).toBe(card.getByRole('button', { name: 'Actualizar' }));
  await waitFor(() => expect(searches()).toEqual(['siembra', 'siembra']));
  expect(router.state.location.href).toBe(path);
});

test('a failed update shows the error and keeps the values', async () => {
  await show(
    respond(
      updateActivity,
      { status: 400, body: { message: ['No se pudo'], code: 'VALIDATION' } },
      { id: mine._id },
    ),
  );
  const dialog = await open('Actualizar', 'Actualizar actividad');
  await userEvent.type(await dialog.findByRole('combobox', { name: /^Lugar/ }), '!');
  await userEvent.click(dialog.getByRole('button', { name: 'Actualizar actividad' }));
  expect(await screen.findByText('Error al guardar la actividad. Por favor intenta de nuevo.')).toBeTruthy();
  expect(dialog.getByRole('combobox', { name: /^Lugar/ })).toHaveProperty('value', 'Cerro de la Eme!');
});

// The confirmation for unsaved changes is tested in tests/e2e/search.spec.ts, because it needs a browser.
test('the back button closes the update without leaving the search', async () => {
  const { router } = await show();
  await open('Actualizar', 'Actualizar actividad');
  router.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.href).toBe(path);
});
