import { screen } from '@testing-library/react';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import '../../test/browser.ts';
import { anActivity } from '../../test/activity.ts';
import { aCollective } from '../../test/collective.ts';
import { declareResponses, maria } from '../../test/server.ts';
import { cacheIdentity } from '../features/accounts/session/cached-identity.ts';
import { sessionQuery } from '../features/accounts/session/session.ts';
import { oneActivity } from '../features/activities/api.ts';
import { remember } from '../features/attendance/remembered-attendances.ts';
import { createQueryClient } from '../lib/server/query-client.ts';
import {
  renderActivity,
  renderCatalogue,
  renderCollective,
  renderCollectives,
  renderMissingActivity,
  renderMissingCollective,
} from './entry-server.tsx';
import { hydrateApp, loadSession } from './hydrate-app.tsx';

const VIEWING = { timeZone: 'America/Bogota', isDataSaved: false };
const activity = anActivity();
const past = anActivity({ _id: '01930000-0000-7000-8000-00000000000c', date: '2001-12-05T14:00:00.000Z' });
const path = `/actividades/${activity._id}`;
const pastPath = `/actividades/${past._id}`;
const found = async () => ({ rows: [activity, past], total: 2 });
const collective = aCollective({
  isVerified: true,
  website: 'https://example.org',
  whatsapp: '+573124567890',
});
const page = `/colectivos/${collective.slug}`;
const listed = async () => ({ rows: [collective], total: 1 });
const noneFound = async () => ({ rows: [], total: 0 });

let reactRoot: Root | undefined;

const check = 'GET /attendances/check';

beforeEach(() => {
  localStorage.clear();
  declareResponses({
    [check]: { body: { attending: [], arrived: [] } },
    'GET /tasks/search': { body: [], total: 0 },
  });
});
afterEach(() => {
  reactRoot?.unmount();
  reactRoot = undefined;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The document that a browser has after the response for `path`, before any code has run. */
async function open(address: string, page: Promise<{ html: string; data: string }>): Promise<HTMLElement> {
  const { html, data } = await page;
  history.replaceState(null, '', address);
  document.body.innerHTML = `<div id="root" data-server-rendered>${html}</div>
    <script type="application/json" id="initial-data">${data}</script>`;
  return document.getElementById('root') as HTMLElement;
}

/** Hydrated elements have a property of React's. It ignores what is in a <noscript>. */
const dehydratedElements = (root: HTMLElement) =>
  [...root.querySelectorAll('*:not(noscript *)')].filter(
    element => !Object.keys(element).some(key => key.startsWith('__reactFiber')),
  );

/** React reports each difference between the server's HTML and the first render, attributes included. */
async function hydrated(root: HTMLElement): Promise<unknown[][]> {
  const { mock } = vi.spyOn(console, 'error').mockImplementation(() => {});
  const uncaught = vi.fn();
  window.addEventListener('error', uncaught);
  reactRoot = await hydrateApp({ root, queryClient: createQueryClient(), isCodeMissing: () => false });
  await expect.poll(() => dehydratedElements(root)).toEqual([]);
  window.removeEventListener('error', uncaught);
  // jsdom does not know <search>.
  const errors = mock.calls.filter(([text]) => !/The tag <%s> is unrecognized/.test(String(text)));
  return [...errors, ...uncaught.mock.calls];
}

describe('hydrates without a difference', () => {
  test.each([
    ['the catalogue', '/actividades', () => renderCatalogue('/actividades', VIEWING, found)],
    ['a search', '/actividades?q=siembra', () => renderCatalogue('/actividades?q=siembra', VIEWING, found)],
    ['an empty catalogue', '/actividades', () => renderCatalogue('/actividades', VIEWING, noneFound)],
    ['an activity', path, () => renderActivity(path, VIEWING, activity)],
    ['a past activity', pastPath, () => renderActivity(pastPath, VIEWING, past)],
    ['a deleted activity', path, () => renderMissingActivity(path, VIEWING, true)],
    ['an unknown activity', path, () => renderMissingActivity(path, VIEWING, false)],
    ['the collectives', '/colectivos', () => renderCollectives('/colectivos', VIEWING, listed)],
    ['a collective', page, () => renderCollective(page, VIEWING, collective, found)],
    ['a collective without activities', page, () => renderCollective(page, VIEWING, collective, noneFound)],
    ['an unknown collective', page, () => renderMissingCollective(page, VIEWING)],
  ])('%s', async (_, address, render) => {
    const root = await open(address, render());
    const heading = screen.getByRole('heading', { level: 1 });
    expect(await hydrated(root)).toEqual([]);
    // The same element, not another one in its place.
    expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
    expect('serverRendered' in root.dataset).toBe(false);
  });

  test('in a browser with the dark scheme and a remembered attendance, which it then shows', async () => {
    localStorage.setItem('minga.color-scheme', 'dark');
    remember('ana@example.org', activity._id, true);
    declareResponses({ [check]: { body: { attending: [activity._id], arrived: [] } } });
    const root = await open(path, renderActivity(path, VIEWING, activity));
    expect(await hydrated(root)).toEqual([]);
    expect(await screen.findByRole('button', { name: 'Usar tema claro' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Cancelar Asistencia' })).toBeTruthy();
  });

  test('after the activity has started, which it then shows', async () => {
    const soon = anActivity({ date: new Date(Date.now() + 60_000).toISOString() });
    const root = await open(path, renderActivity(path, VIEWING, soon));
    vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ['Date'] });
    expect(await hydrated(root)).toEqual([]);
    expect(await screen.findByText('FINALIZADA')).toBeTruthy();
  });
});

describe('interactions before hydration', () => {
  const withPending = async () => open('/actividades', renderCatalogue('/actividades', VIEWING, found));

  test('a marked press is repeated once', async () => {
    declareResponses({
      [check]: { body: { attending: [], arrived: [] } },
      'GET /tasks/search': { body: [], total: 0 },
      'GET /collectives': { body: [], total: 0 },
    });
    const root = await withPending();
    const button = screen.getByRole('button', { name: 'Filtros' });
    const clicked = vi.fn();
    button.dataset.pressed = '';
    button.addEventListener('click', clicked);
    expect(await hydrated(root)).toEqual([]);
    // Its code is loaded for the press.
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Filtros' })).not.toBeNull();
    expect(clicked).toHaveBeenCalledOnce();
    expect(root.querySelector('[data-pressed]')).toBeNull();
  });

  test('the press of a button that hydration replaces has no effect', async () => {
    remember('ana@example.org', activity._id, true);
    declareResponses({ [check]: { body: { attending: [activity._id], arrived: [] } } });
    const root = await open(path, renderActivity(path, VIEWING, activity));
    screen.getByRole('button', { name: 'Asistir a actividad' }).dataset.pressed = '';
    expect(await hydrated(root)).toEqual([]);
    expect(await screen.findByRole('button', { name: 'Cancelar Asistencia' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('typed text stays, with the focus and the caret, and is searched for', async () => {
    const root = await withPending();
    const field = screen.getByRole<HTMLInputElement>('searchbox');
    field.value = 'olla';
    field.focus();
    field.setSelectionRange(1, 3);
    expect(await hydrated(root)).toEqual([]);
    expect(field.isConnected && document.activeElement === field).toBe(true);
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['olla', 1, 3]);
    await expect.poll(() => location.search).toBe('?q=olla');
    expect(field.value).toBe('olla');
  });
});

describe('the session of a server-rendered page', () => {
  test('is not requested if the browser remembers no user', async () => {
    const requests = declareResponses({ 'GET /auth/verify': { body: maria } });
    const client = createQueryClient();
    await loadSession(client);
    expect(client.getQueryData(sessionQuery.queryKey)).toBeNull();
    expect(requests).toEqual([]);
  });

  test('of a user who has signed in since invalidates what was rendered for visitors', async () => {
    declareResponses({ 'GET /auth/verify': { body: maria } });
    const client = createQueryClient();
    const { queryKey } = oneActivity(activity._id);
    client.setQueryData(queryKey, activity);
    cacheIdentity(maria);
    await loadSession(client);
    expect(client.getQueryData(sessionQuery.queryKey)).toMatchObject({ email: maria.email });
    expect(client.getQueryState(queryKey)).toMatchObject({ data: activity, isInvalidated: true });
  });
});

test('a page whose code is missing stays as it is', async () => {
  const root = await open(path, renderActivity(path, VIEWING, activity));
  const { innerHTML } = root;
  const start = hydrateApp({ root, queryClient: createQueryClient(), isCodeMissing: () => true });
  await expect(start).rejects.toThrow('missing');
  expect(root.innerHTML).toBe(innerHTML);
  expect('serverRendered' in root.dataset).toBe(true);
});

test.each([
  ['still loads', false],
  ['failed to load, of which the browser has an empty one', true],
])('a page whose style sheet %s stays as it is until the sheet is applied', async (_, hasSheet) => {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', media: 'print' });
  if (hasSheet) Object.defineProperty(link, 'sheet', { value: new CSSStyleSheet() });
  document.head.append(link);
  const root = await open(path, renderActivity(path, VIEWING, activity));
  const start = hydrateApp({ root, queryClient: createQueryClient(), isCodeMissing: () => false });
  const onLoad = vi.spyOn(link, 'addEventListener');
  await expect.poll(() => onLoad.mock.calls.map(([type]) => type)).toEqual(['load']);
  expect('serverRendered' in root.dataset).toBe(true);
  link.dispatchEvent(new Event('load'));
  reactRoot = await start;
  await expect.poll(() => dehydratedElements(root)).toEqual([]);
  link.remove();
});
