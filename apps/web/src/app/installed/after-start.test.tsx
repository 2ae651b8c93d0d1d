import { listOthersActivities, listOwnActivities } from '@minga/contract/activities';
import { checkAttendance, listOwnAttendances } from '@minga/contract/attendance';
import { checkIn } from '@minga/contract/check-ins';
import { confirmAttendance } from '@minga/contract/confirmation';
import { onlineManager } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { anArrival, TASK } from '../../../test/arrival.ts';
import { clearOutbox } from '../../../test/outbox.ts';
import { renderApp } from '../../../test/render.tsx';
import {
  attendsNone,
  declareResponses,
  maria,
  type Responses,
  respond,
  signedIn,
  visitor,
} from '../../../test/server.ts';
import { endSession, handleSessionLoss } from '../../features/accounts/session/session.ts';
import { markSignedOut } from '../../features/accounts/session/signed-out.ts';
import { othersActivities } from '../../features/activities/lists-api.ts';
import { storeConfirmation } from '../../features/attendance/unsent.ts';
import { arrivalKind } from '../../features/door/arrivals.ts';
import { listenForInstallPrompt } from '../../lib/install-prompt.ts';
import { addEntry } from '../../lib/outbox.ts';
import { readStored } from '../../lib/outbox-store.ts';
import { createQueryClient } from '../../lib/server/query-client.ts';
import { menuEntry, notice, shownAge } from '../shell/slots.ts';
import { afterStart } from './after-start.tsx';
import 'fake-indexeddb/auto';

listenForInstallPrompt();
afterEach(() => {
  vi.restoreAllMocks();
  dispatchEvent(new Event('appinstalled'));
  for (const slot of [menuEntry, notice, shownAge]) slot.fill(null);
});

const listScreen: Responses = {
  ...signedIn(),
  ...attendsNone,
  ...respond(listOthersActivities, { body: [anActivity({ title: 'Siembra' })], total: 1 }),
  ...respond(listOwnActivities, { body: [], total: 0 }),
  ...respond(listOwnAttendances, { body: [], total: 0 }),
};

async function open() {
  declareResponses(listScreen);
  const { queryClient } = renderApp('/tasks/lista');
  await screen.findByRole('heading', { name: 'Siembra' });
  afterStart(queryClient);
  return queryClient;
}

/** The browser offers the installation, and its prompt has this outcome. */
function offer(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn(async () => ({ outcome }));
  dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  return prompt;
}

const succeed = (queryClient: Awaited<ReturnType<typeof open>>, meta: object) =>
  queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: async () => 'done', meta: { ...meta } })
    .execute(undefined);

const entry = () => screen.queryByRole('button', { name: 'Instalar la app', hidden: true });
const OFFER = /^Instala Minga:/;

test('the menu installs the app where the browser can', async () => {
  await open();
  expect(entry()).toBeNull();
  const prompt = offer('accepted');
  await expect.poll(entry).not.toBeNull();
  entry()?.click();
  expect(prompt).toHaveBeenCalledOnce();
  // Each offer of the browser allows one prompt.
  await expect.poll(entry).toBeNull();
});

test('offers the installation after a milestone, and not again once declined', async () => {
  const queryClient = await open();
  const prompt = offer('dismissed');
  await succeed(queryClient, {});
  expect(screen.queryByText(OFFER)).toBeNull();
  await succeed(queryClient, { isMilestone: true });
  const text = await screen.findByText(OFFER);
  const line = within(text.parentElement as HTMLElement);
  await userEvent.click(line.getByRole('button', { name: 'Ahora no' }));
  expect(screen.queryByText(OFFER)).toBeNull();
  await succeed(queryClient, { isMilestone: true });
  expect(screen.queryByText(OFFER)).toBeNull();
  expect(prompt).not.toHaveBeenCalled();
  // The menu still has it.
  expect(entry()).not.toBeNull();
});

test('offers nothing where the browser cannot install the app', async () => {
  const queryClient = await open();
  await succeed(queryClient, { isMilestone: true });
  expect(screen.queryByText(OFFER)).toBeNull();
});

test('the banner shows the age of the data while the server is unreachable', async () => {
  const queryClient = await open();
  const { queryKey } = othersActivities;
  declareResponses({ ...listScreen, ...respond(listOthersActivities, 'unreachable') });
  void queryClient.refetchQueries({ queryKey });
  expect(await screen.findByText('Sin conexión. Esto es de hace un momento.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Siembra' })).toBeTruthy();
  declareResponses(listScreen);
  await queryClient.cancelQueries({ queryKey });
  await queryClient.refetchQueries({ queryKey });
  await expect.poll(() => screen.queryByText(/^Sin conexión\. Esto/)).toBeNull();
});

test('the banner distinguishes an unavailable server from a missing connection', async () => {
  const queryClient = await open();
  const { queryKey } = othersActivities;
  const away = { status: 503, body: { message: 'El servicio no está disponible.', code: 'UNAVAILABLE' } };
  declareResponses({ ...listScreen, ...respond(listOthersActivities, away) });
  void queryClient.refetchQueries({ queryKey });
  expect(await screen.findByText('Minga no responde. Esto es de hace un momento.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Siembra' })).toBeTruthy();
});

test('deletes the drafts of other users, not those of the signed-in user', async () => {
  const [own, another] = [`minga.draft.profile.${maria._id}`, 'minga.draft.profile.0199aaaa-luis'];
  for (const storage of [sessionStorage, localStorage])
    for (const key of [own, another]) storage.setItem(key, '{}');
  await open();
  for (const storage of [sessionStorage, localStorage])
    expect([storage.getItem(another), storage.getItem(own)]).toEqual([null, '{}']);
});

test('a page opened offline refetches as soon as there is a connection', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const queryClient = await open();
  // As restored data are.
  await queryClient.invalidateQueries({ queryKey: othersActivities.queryKey, refetchType: 'none' });
  declareResponses({
    ...listScreen,
    ...respond(listOthersActivities, { body: [anActivity({ title: 'Olla' })], total: 1 }),
  });
  onlineManager.setOnline(true);
  expect(await screen.findByRole('heading', { name: 'Olla' })).toBeTruthy();
});

const DRAFT = `minga.draft.${maria._id}.new`;

test.each([
  ['of a user who signs out', true, { kinds: ['arrival'], drafts: [] }],
  ['of a session that ended by itself', false, { kinds: ['arrival', 'confirmation'], drafts: [DRAFT] }],
])('the unsent confirmations and the drafts %s', async (_, isSignOut, left) => {
  const queryClient = await open();
  localStorage.setItem(DRAFT, '{}');
  declareResponses({
    ...listScreen,
    ...visitor,
    ...respond(checkIn, 'unreachable', { taskId: TASK }),
    ...respond(confirmAttendance, 'unreachable'),
    ...respond(checkAttendance, 'unreachable', { taskId: anActivity()._id }),
  });
  await storeConfirmation(createQueryClient(), maria, anActivity(), {
    taskId: anActivity()._id,
    name: 'Luis',
    email: 'luis@example.org',
    clientId: '3f2c1b1e-6f0a-4d55-9a38-0d1f6f9b7a10',
  });
  await addEntry(arrivalKind, anArrival(1, { owner: maria._id, at: Date.now() }));
  if (isSignOut) {
    endSession(queryClient);
    markSignedOut(queryClient);
  } else handleSessionLoss(queryClient);
  const leftover = async () => ({
    kinds: (await readStored()).map(({ kind }) => kind).toSorted(),
    drafts: Object.keys(localStorage).filter(key => key === DRAFT),
  });
  await expect.poll(leftover).toEqual(left);
  await clearOutbox(arrivalKind);
});
