import { type Activity, getActivity, listOwnActivities } from '@minga/contract/activities';
import { createActivity } from '@minga/contract/activity-fields';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import { declareResponses, errorResponse, respond, signedIn } from '../../../../test/server.ts';

const mine = (changes: Partial<Activity> = {}) => anActivity({ isOwner: true, image: null, ...changes });
const { _id: id } = mine();

function open(activity: Parameters<typeof respond<typeof getActivity>>[1]) {
  const sent = declareResponses({
    ...signedIn(),
    ...respond(getActivity, activity, { id }),
    ...respond(createActivity, { body: mine() }),
    ...respond(listOwnActivities, { body: [], total: 0 }),
  });
  const { router } = renderApp(`/add-task?de=${id}`);
  return { router, posts: () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body) };
}

test('starts from a copy, a week later, and publishes a new activity', async () => {
  const { router, posts } = open({ body: mine({ date: '2099-12-05T14:00:00.000Z' }) });
  expect(await screen.findByText(/^Es una copia de «Siembra de árboles»/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /Fecha y hora/ }).textContent).toMatch(/12 de diciembre de 2099/);
  await userEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ publicada: id }));
  expect(posts()).toMatchObject([
    { title: 'Siembra de árboles', date: 'Sat, 12 Dec 2099 14:00:00 GMT', place: 'Cerro de la Eme' },
  ]);
});

test("another organiser's activity is not copied", async () => {
  open({ body: anActivity() });
  expect(await screen.findByRole('heading', { level: 1, name: 'Esta actividad no es tuya' })).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test.each([
  [errorResponse(404, 'Actividad no encontrada', 'NOT_FOUND'), 'No encontramos esta actividad'],
  [errorResponse(400, 'Identificador no válido', 'VALIDATION'), 'No encontramos esta actividad'],
])('an activity that does not exist: %j', async (response, heading) => {
  open(response);
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
});
