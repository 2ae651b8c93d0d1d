import { type Activity, getActivity, listOwnActivities } from '@minga/contract/activities';
import { createActivity, updateActivity } from '@minga/contract/activity-fields';
import { type Collective, listCollectives } from '@minga/contract/collectives';
import {
  inviteOrganizer,
  listActivityInvitations,
  listOrganizers,
  removeOrganizer,
} from '@minga/contract/teams';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../test/activity.ts';
import { aCollective } from '../../test/collective.ts';
import { fill } from '../../test/fill.ts';
import { renderApp } from '../../test/render.tsx';
import { declareResponses, maria, type Responses, respond, signedIn } from '../../test/server.ts';
import { ownCollectives } from '../features/collectives/own-collectives.ts';

const river = aCollective({ myRole: 'owner', isVerified: true });
const youth = aCollective({
  _id: '01950000-0000-7000-8000-00000000000b',
  slug: 'juventud',
  name: 'Juventud',
  myRole: 'organizer',
});
const summary = ({ _id, slug, name, isVerified }: Collective) => ({ _id, slug, name, isVerified });
const luz = '0199aaaa-0000-7000-8000-000000000002';

function show(
  path: string,
  activity: Partial<Activity> = {},
  own = [river, youth],
  responses: Responses = {},
) {
  const edited = anActivity({ isOwner: true, ...activity });
  const params = { id: edited._id };
  const sent = declareResponses({
    ...signedIn(),
    ...respond(listCollectives, { body: own, total: own.length }),
    ...respond(getActivity, { body: edited }, params),
    ...respond(listOwnActivities, { body: [], total: 0 }),
    ...respond(createActivity, { body: edited }),
    ...respond(updateActivity, { body: edited }, params),
    ...respond(
      listOrganizers,
      { body: [{ user: { _id: luz, username: 'Luz' }, role: 'door' }], total: 1 },
      params,
    ),
    ...respond(listActivityInvitations, { body: [], total: 0 }, params),
    ...responses,
  });
  return { ...renderApp(path), sent };
}

const EDIT = `/tasks/${anActivity()._id}`;
const foldTitle = () => screen.findByText(/^Colectivo( y equipo)?$/, { selector: 'summary span' });
const open = async () => userEvent.click(await foldTitle());
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

async function pickDate() {
  await press(/Fecha y hora/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Fecha y hora' }));
  for (const name of ['Mes siguiente', /^1 /, 'Listo']) {
    await userEvent.click(dialog.getByRole('button', { name }));
  }
}

test('the collectives are not fetched before the fold is opened', async () => {
  const { sent } = show('/add-task');
  await foldTitle();
  expect(sent.some(({ path }) => path === '/collectives')).toBe(false);
  await open();
  const select = await screen.findByRole('combobox', { name: 'Colectivo' });
  expect(
    within(select)
      .getAllByRole('option')
      .map(option => option.textContent),
  ).toEqual(['Ninguno', 'Guardianes del Río', 'Juventud']);
});

test('a new activity is published in the name of a collective, after saying what that gives to whom', async () => {
  const { sent } = show('/add-task');
  await fill(await screen.findByRole('textbox', { name: 'Título' }), 'Siembra');
  await open();
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Colectivo' }), 'Juventud');
  expect(screen.getByText(/pueden editarla, ver la lista con los correos/)).toBeTruthy();
  await pickDate();
  await press('Publicar');
  await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ collectiveId: youth._id });
  // How many activities the collective has to come.
  await waitFor(() => expect(sent.filter(({ path }) => path === '/collectives')).toHaveLength(2));
});

test('the collective of the address is chosen from the start', async () => {
  show(`/add-task?colectivo=${river._id}`);
  const fold = (await foldTitle()).closest('summary');
  await waitFor(() => expect(fold?.textContent).toContain('Guardianes del Río'));
});

test('a collective that was created a moment ago stays chosen, although the stored list lacks it', async () => {
  const { queryClient, router } = show('/colectivos/nuevo');
  await screen.findByRole('heading', { name: 'Crear un colectivo' });
  queryClient.setQueryData(ownCollectives.queryKey, []);
  await queryClient.invalidateQueries({ queryKey: ownCollectives.queryKey });
  await router.navigate({ to: '/add-task', search: { colectivo: river._id } });
  const fold = (await foldTitle()).closest('summary');
  await waitFor(() => expect(fold?.textContent).toContain('Guardianes del Río'));
});

test('a copy does not take a collective of which the user is no member', async () => {
  const { sent } = show(`/add-task?de=${anActivity()._id}`, { collective: summary(river) }, [youth]);
  await screen.findByRole('textbox', { name: /Título/ });
  await waitFor(() => expect(sent.some(({ path }) => path === '/collectives')).toBe(true));
  await open();
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Colectivo' });
  await waitFor(() => expect(select.value).toBe(''));
  await press('Publicar');
  await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
  const body = sent.find(({ method }) => method === 'POST')?.body as { collectiveId?: unknown } | undefined;
  expect(body?.collectiveId).toBeUndefined();
});

test('without a collective it offers to create one', async () => {
  show('/add-task', {}, []);
  await open();
  expect((await screen.findByRole('link', { name: 'Crea un colectivo' })).getAttribute('href')).toBe(
    '/colectivos/nuevo',
  );
});

test.each([
  ['stays', undefined, undefined],
  ['is removed', 'Ninguno', null],
  ['changes', 'Juventud', youth._id],
])('the collective of an activity %s', async (_, choice, sentId) => {
  const { sent } = show(EDIT, { collective: summary(river) });
  await open();
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Colectivo' });
  expect(select.value).toBe(river._id);
  if (choice) await userEvent.selectOptions(select, choice);
  await press('Actualizar actividad');
  await waitFor(() => expect(sent.some(({ method }) => method === 'PUT')).toBe(true));
  const body = sent.find(({ method }) => method === 'PUT')?.body as { collectiveId?: unknown } | undefined;
  expect(body?.collectiveId).toBe(sentId);
});

test('a co-organiser sees the collective and may leave, but changes neither', async () => {
  const { router } = show(EDIT, { isOwner: false, canManage: true, collective: summary(youth) }, [youth], {
    ...respond(
      listOrganizers,
      { body: [{ user: { _id: maria._id, username: maria.username }, role: 'organizer' }], total: 1 },
      { id: anActivity()._id },
    ),
    ...respond(removeOrganizer, { status: 204 }, { id: anActivity()._id, userId: maria._id }),
  });
  await open();
  expect(await screen.findByText(/Cambiarlo lo hace quien la publicó/)).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Colectivo' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Invitar a alguien' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Retirarme' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Retirarte?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Retirarme' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/tasks'));
});

test.each([
  ['the author', { isOwner: true }],
  ['an owner of the collective', { isOwner: false, canManage: true, collective: summary(river) }],
])('%s invites to the activity, without saving its form', async (_, activity) => {
  const invitation = {
    _id: '01980000-0000-7000-8000-000000000001',
    email: 'ana@example.org',
    role: 'door',
    createdAt: '2026-11-24T10:00:00.000Z',
    expiresAt: '2026-12-01T15:00:00.000Z',
  } as const;
  const { sent } = show(
    EDIT,
    activity,
    [river],
    respond(inviteOrganizer, { body: invitation }, { id: anActivity()._id }),
  );
  await open();
  expect(await screen.findByRole('combobox', { name: 'Qué puede hacer Luz' })).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Invitar a alguien' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invitar a alguien' }));
  expect(dialog.queryByRole('radio', { name: /Administra todo/ })).toBeNull();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Correo electrónico' }), 'ana@example.org{Enter}');
  expect(await screen.findByText('Enviamos la invitación a ana@example.org')).toBeTruthy();
  expect(sent.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual([
    `/tasks/${anActivity()._id}/organizers`,
  ]);
});

test('the team of an activity has a screen of its own', async () => {
  const { sent } = show(`${EDIT}/equipo`, { title: 'Siembra' });
  expect(await screen.findByRole('heading', { level: 1, name: 'El equipo' })).toBeTruthy();
  expect(screen.getByText('Quiénes ayudan a organizar o reciben en la puerta.')).toBeTruthy();
  expect(await screen.findByRole('combobox', { name: 'Qué puede hacer Luz' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Invitar a alguien' })).toBeTruthy();
  expect(sent.some(({ path }) => path === '/collectives')).toBe(false);
});

test('on that screen a co-organiser cannot invite', async () => {
  const activity = { isOwner: false, canManage: true, collective: summary(youth) };
  show(`${EDIT}/equipo`, activity, [youth]);
  expect(await screen.findByText(/además del equipo de Juventud/)).toBeTruthy();
  expect(await screen.findByText('Luz')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Invitar a alguien' })).toBeNull();
});
