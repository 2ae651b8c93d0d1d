import {
  type Activity,
  deleteActivity,
  getActivity,
  listOwnActivities,
  searchActivities,
} from '@minga/contract/activities';
import { listCollectives } from '@minga/contract/collectives';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../test/activity.ts';
import { aCollective } from '../../test/collective.ts';
import { renderApp } from '../../test/render.tsx';
import { attendsNone, declareResponses, respond, signedIn } from '../../test/server.ts';

/** The organisers' menu is a popover, which jsdom cannot open. */
const inMenu = { hidden: true } as const;
const id = anActivity()._id;
const river = aCollective({ myRole: 'owner' });
const { _id, slug, name, isVerified } = river;
const ofRiver = { collective: { _id, slug, name, isVerified } };
const repeat = { frequency: 'weekly' as const, interval: 1, weekdays: ['sa' as const] };
const series = { _id: '01960000-0000-7000-8000-000000000001', index: 3, count: 8, repeat };

function show(changes: Partial<Activity>, role: 'owner' | 'organizer' = 'owner') {
  const sent = declareResponses({
    ...signedIn(),
    ...attendsNone,
    ...respond(listCollectives, { body: [{ ...river, myRole: role }], total: 1 }),
    ...respond(listOwnActivities, { body: [], total: 0 }),
    // The other dates of a series, fetched once the page is idle.
    ...respond(searchActivities, { body: [], total: 0 }),
    ...respond(getActivity, { body: anActivity({ canManage: true, ...changes }) }, { id }),
    ...respond(deleteActivity, { status: 204 }, { id }),
  });
  return { ...renderApp(`/actividades/${id}`), sent };
}

test.each<[string, Partial<Activity>]>([
  ['its author', { isOwner: true }],
  ['an owner of its collective', ofRiver],
])('an activity is deleted from its page by %s', async (_, changes) => {
  const { router, sent } = show(changes);
  await userEvent.click(await screen.findByRole('button', { name: 'Eliminar', ...inMenu }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Eliminar' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/tasks'));
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('of a series the date of the page is proposed', async () => {
  const { sent } = show({ isOwner: true, series });
  await userEvent.click(await screen.findByRole('button', { name: 'Eliminar fechas', ...inMenu }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Qué fechas quieres eliminar?' }));
  expect(dialog.getByRole('radio', { name: /^Solo esta fecha/, checked: true })).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Eliminar' }));
  await waitFor(() => expect(sent.find(({ method }) => method === 'DELETE')?.query).toEqual({}));
});

test('other organisers cannot delete it', async () => {
  const { sent } = show(ofRiver, 'organizer');
  await screen.findByRole('link', { name: 'Duplicar', ...inMenu });
  await waitFor(() => expect(sent.some(({ path }) => path === '/collectives')).toBe(true));
  expect(screen.queryByRole('button', { name: /^Eliminar/, ...inMenu })).toBeNull();
});
