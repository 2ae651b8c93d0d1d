import { onlineManager } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { renderApp } from '../../../test/render.tsx';
import { type Answers, answerWith, maria } from '../../../test/server.ts';
import { othersActivities } from '../../features/activities/api/others-activities.ts';
import { keepInstallPrompt } from '../../lib/install-prompt.ts';
import { menuEntry, notice, shownAge } from '../shell/slots.ts';
import { afterStart } from './after-start.tsx';

keepInstallPrompt();
afterEach(() => {
  vi.restoreAllMocks();
  dispatchEvent(new Event('appinstalled'));
  for (const slot of [menuEntry, notice, shownAge]) slot.fill(null);
});

const signedIn: Answers = {
  'GET /auth/verify': { body: maria },
  'GET /tasks/others': { body: [anActivity({ title: 'Siembra' })], total: 1 },
  'GET /tasks': { body: [], total: 0 },
  'GET /attendances/mis-asistencias': { body: [], total: 0 },
};

async function open() {
  answerWith(signedIn);
  const { queryClient } = renderApp('/tasks/lista');
  await screen.findByRole('heading', { name: 'Siembra' });
  afterStart(queryClient);
  return queryClient;
}

/** The browser says that the app can be installed; its own question is answered so. */
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
  // The browser asks once for each of its offers.
  await expect.poll(entry).toBeNull();
});

test('the offer comes after something went well, and is not made again to who refused it', async () => {
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
  // Who looks for it finds it still.
  expect(entry()).not.toBeNull();
});

test('where the browser cannot install it, nothing is offered', async () => {
  const queryClient = await open();
  await succeed(queryClient, { isMilestone: true });
  expect(screen.queryByText(OFFER)).toBeNull();
});

test('as long as the server cannot be reached the banner tells of when is what one reads', async () => {
  const queryClient = await open();
  const { queryKey } = othersActivities;
  answerWith({ ...signedIn, 'GET /tasks/others': 'unreachable' });
  void queryClient.refetchQueries({ queryKey });
  expect(await screen.findByText('Sin conexión. Esto es de hace un momento.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Siembra' })).toBeTruthy();
  answerWith(signedIn);
  await queryClient.cancelQueries({ queryKey });
  await queryClient.refetchQueries({ queryKey });
  await expect.poll(() => screen.queryByText(/^Sin conexión\. Esto/)).toBeNull();
});

test('a server that is away is told of as such: the network is there', async () => {
  const queryClient = await open();
  const { queryKey } = othersActivities;
  const away = { status: 503, body: { message: 'El servicio no está disponible.', code: 'UNAVAILABLE' } };
  answerWith({ ...signedIn, 'GET /tasks/others': away });
  void queryClient.refetchQueries({ queryKey });
  expect(await screen.findByText('Minga no responde. Esto es de hace un momento.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Siembra' })).toBeTruthy();
});

test('what others began to write in this tab is forgotten, what is one’s own is not', async () => {
  const [own, another] = [`minga.draft.profile.${maria._id}`, 'minga.draft.profile.0199aaaa-luis'];
  for (const key of [own, another]) sessionStorage.setItem(key, '{}');
  await open();
  expect(sessionStorage.getItem(another)).toBeNull();
  expect(sessionStorage.getItem(own)).toBe('{}');
});

test('a page that is opened without a network asks anew as soon as there is one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const queryClient = await open();
  // As what was kept is.
  await queryClient.invalidateQueries({ queryKey: othersActivities.queryKey, refetchType: 'none' });
  answerWith({ ...signedIn, 'GET /tasks/others': { body: [anActivity({ title: 'Olla' })], total: 1 } });
  onlineManager.setOnline(true);
  expect(await screen.findByRole('heading', { name: 'Olla' })).toBeTruthy();
});
