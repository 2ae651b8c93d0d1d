import { type Activity, listOwnActivities, searchActivities } from '@minga/contract/activities';
import { listCollectives } from '@minga/contract/collectives';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../test/activity.ts';
import { aCollective } from '../../test/collective.ts';
import { renderApp } from '../../test/render.tsx';
import { attendsNone, declareResponses, respond, type SentRequest, signedIn } from '../../test/server.ts';

const river = aCollective({ myRole: 'owner' });
const youth = aCollective({
  _id: '01950000-0000-7000-8000-00000000000b',
  slug: 'juventud',
  name: 'Juventud',
  myRole: 'organizer',
});
const of = ({ _id, slug, name, isVerified }: typeof river) => ({ _id, slug, name, isVerified });
const activity = (number: number, title: string, changes: Partial<Activity>) =>
  anActivity({ _id: `01930000-0000-7000-8000-00000000000${number}`, title, canManage: true, ...changes });

const own = activity(1, 'Mía', { isOwner: true });
const ofRiver = activity(2, 'Del río', { collective: of(river) });
const ofYouth = activity(3, 'De la juventud', { collective: of(youth) });
const shared = activity(4, 'Invitada', {});

function show(path: string, activities: Activity[]) {
  const sent = declareResponses({
    ...signedIn(),
    ...attendsNone,
    ...respond(listCollectives, { body: [river, youth], total: 2 }),
    ...respond(searchActivities, { body: activities, total: activities.length }),
    ...respond(listOwnActivities, ({ query }: SentRequest) => {
      const rows = activities
        .filter(({ isOwner }) => query.gestiono === 'true' || isOwner)
        .filter(({ collective }) => !query.colectivo || collective?.slug === query.colectivo);
      return query.date === 'proximas' ? { body: rows, total: rows.length } : { body: [], total: 0 };
    }),
  });
  return { ...renderApp(path), sent };
}

const titles = () => screen.queryAllByRole('article').map(card => card.querySelector('h2')?.textContent);
const select = () => screen.findByRole('combobox', { name: 'Mostrar' });

test('who manages only own activities has nothing to choose, and no request for it', async () => {
  const { sent } = show('/tasks', [own]);
  await screen.findByRole('heading', { level: 1, name: 'Mis Actividades (1)' });
  expect(screen.queryByRole('combobox', { name: 'Mostrar' })).toBeNull();
  expect(sent.some(({ path }) => path === '/collectives')).toBe(false);
});

test('shows all that one manages, the own ones, or those of a collective', async () => {
  const { router } = show('/tasks', [own, ofRiver, ofYouth, shared]);
  const filter = await select();
  expect(titles()).toEqual(['Mía', 'Del río', 'De la juventud', 'Invitada']);
  await within(filter).findByRole('option', { name: 'Juventud' });
  expect(
    within(filter)
      .getAllByRole('option')
      .map(option => option.textContent),
  ).toEqual(['Todas', 'Solo mías', 'Guardianes del Río', 'Juventud']);
  await userEvent.selectOptions(filter, 'Solo mías');
  await waitFor(() => expect(titles()).toEqual(['Mía']));
  expect(router.state.location.search).toEqual({ ver: 'mias' });
  await userEvent.selectOptions(await select(), 'Juventud');
  await waitFor(() => expect(titles()).toEqual(['De la juventud']));
  expect(router.state.location.search).toEqual({ colectivo: 'juventud' });
  await userEvent.selectOptions(await select(), 'Todas');
  await waitFor(() => expect(titles().length).toBe(4));
});

test('a choice without activities offers all of them', async () => {
  show('/tasks?colectivo=juventud', [own]);
  expect(await screen.findByText('Aquí no hay actividades')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar todas' }));
  await waitFor(() => expect(titles()).toEqual(['Mía']));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('the choice keeps the focus, also while what it selects is loading', async () => {
  show('/tasks?ver=mias', [own, ofRiver]);
  const filter = await select();
  await waitFor(() => expect(titles()).toEqual(['Mía']));
  filter.focus();
  await userEvent.selectOptions(filter, 'Todas');
  await waitFor(() => expect(titles().length).toBe(2));
  expect(document.activeElement).toBe(filter);
});

test.each([
  ['the author', own, true],
  ['an owner of its collective', ofRiver, true],
  ['an organizer of its collective', ofYouth, false],
  ['a co-organiser', shared, false],
])('deleting: %s', async (_, shown, canDelete) => {
  show('/tasks', [shown]);
  const card = within(await screen.findByRole('article'));
  expect(card.getByRole('link', { name: 'Editar' })).toBeTruthy();
  await waitFor(() => expect(card.queryByRole('button', { name: 'Eliminar' }) !== null).toBe(canDelete));
});

test('the search has the same controls, and co-organisers may attend', async () => {
  show('/tasks/buscar', [ofYouth]);
  const card = within(await screen.findByRole('article'));
  expect(await card.findByRole('button', { name: 'Actualizar' })).toBeTruthy();
  expect(await card.findByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
  expect(card.queryByRole('button', { name: 'Eliminar' })).toBeNull();
});
