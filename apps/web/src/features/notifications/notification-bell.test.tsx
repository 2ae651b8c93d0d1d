import { listNotifications, removeNotification } from '@minga/contract/notifications';
import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { bellButton, bellTitles, idOf, numbered, openBell, showBell, taskOf } from '../../../test/bell.tsx';
import { anEntry } from '../../../test/entry.ts';
import { storedQuery, storeQuery } from '../../../test/query-store.ts';
import { errorResponse, respond, type SentRequest } from '../../../test/server.ts';
import { announceLive, setLiveState } from '../../lib/live/live.ts';
import { persistQueries } from '../../lib/server/persisted-queries.ts';
import { createQueryClient } from '../../lib/server/query-client.ts';
import { queryStore } from '../../lib/server/query-store.ts';
import { currentToasts, dismissToast } from '../../lib/toasts.ts';
import { type Bell, pendingChanges } from './bell.ts';
import { notificationsQuery } from './bell-api.ts';
import { createArrivalToast, useConnectionStatus } from './notification-bell.tsx';

const badgeOf = (button: HTMLElement) => button.querySelector<HTMLElement>('[data-count]')?.dataset.count;

describe('notification-bell', () => {
  beforeEach(() => setLiveState('connected'));

  const readings = (sent: readonly SentRequest[]) =>
    sent.filter(({ path }) => path.endsWith('leidas')).map(({ body }) => body);
  const arrive = (number: number, event = 'nueva_notificacion', changes = {}) => {
    const { read: _, ...live } = numbered(number);
    act(() => announceLive(event, { ...live, ...changes }));
  };

  test('shows the unread count; opening marks all as read and highlights the new ones', async () => {
    const { sent } = await showBell([numbered(3, true), numbered(2), numbered(1)]);
    const panel = await openBell();
    expect(await panel.findAllByText('Nueva')).toHaveLength(2);
    expect(bellTitles()).toEqual(['Aviso 3', 'Aviso 2', 'Aviso 1']);
    await bellButton('Notificaciones');
    await waitFor(() => expect(readings(sent)).toEqual([{ until: numbered(3).timestamp }]));
    expect(document.activeElement?.id).toBe('notificaciones');
    await userEvent.click(await bellButton('Notificaciones'));
    await userEvent.click(await bellButton('Notificaciones'));
    expect(await panel.findByText('Aviso 2')).toBeTruthy();
    expect(panel.queryByText('Nueva')).toBeNull();
  });

  test('shows the count as a badge', async () => {
    await showBell();
    expect(badgeOf(await bellButton('Notificaciones: 2 sin leer'))).toBe('2');
  });

  test('shows the empty state', async () => {
    await showBell([]);
    const panel = await openBell('Notificaciones');
    expect(await panel.findByText('No hay notificaciones')).toBeTruthy();
    expect(panel.getByText('Te avisaremos cuando tengas algo nuevo')).toBeTruthy();
    expect(panel.queryByRole('button', { name: 'Limpiar' })).toBeNull();
  });

  test('removes a notification and keeps the focus in the list', async () => {
    const { sent } = await showBell();
    const panel = await openBell();
    await userEvent.click(await panel.findByRole('button', { name: 'Quitar: Aviso 2' }));
    await waitFor(() => expect(bellTitles()).toHaveLength(1));
    expect(sent.some(({ method, path }) => method === 'DELETE' && path.endsWith(idOf(2)))).toBe(true);
    expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Quitar: Aviso 1' }));
  });

  test('a failed removal is rolled back and reported', async () => {
    await showBell(undefined, respond(removeNotification, errorResponse(409, 'Ahora no'), { id: idOf(2) }));
    const panel = await openBell();
    await userEvent.click(await panel.findByRole('button', { name: 'Quitar: Aviso 2' }));
    expect(await screen.findByText('Ahora no')).toBeTruthy();
    expect(bellTitles()).toHaveLength(2);
  });

  const SESSION = ['session'];
  const BELL = ['notifications', 'ana'];
  const storedIds = async () =>
    ((await storedQuery(BELL))?.data as Bell | undefined)?.entries.map(({ id }) => id);

  /** Starts the persistence of Ana's queries, as the app does after its first screen. */
  function persist(queryClient: QueryClient): void {
    queryClient.setQueryData(SESSION, { _id: 'ana' });
    persistQueries(queryClient, SESSION);
  }

  test('clears all, also in this browser’s store', async () => {
    const { queryClient } = await showBell();
    persist(queryClient);
    const panel = await openBell();
    await expect.poll(storedIds).toHaveLength(2);
    await userEvent.click(await panel.findByRole('button', { name: 'Limpiar' }));
    expect(await panel.findByText('No hay notificaciones')).toBeTruthy();
    await expect.poll(storedIds).toEqual([]);
  });

  test('a notification links to its activity', async () => {
    const { router } = await showBell();
    const panel = await openBell();
    await userEvent.click(await panel.findByRole('link', { name: /Aviso 1/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/actividades/${taskOf(1)}`));
  });

  test('an arrival in the open panel is marked as read by a click', async () => {
    const { sent } = await showBell([]);
    const panel = await openBell('Notificaciones');
    arrive(1, 'notification', { taskId: null });
    await bellButton('Notificaciones: 1 sin leer');
    await userEvent.click(await panel.findByRole('button', { name: /^Aviso 1/ }));
    await bellButton('Notificaciones');
    expect(readings(sent)).toEqual([{ ids: [idOf(1)] }]);
  });

  test('an arrival in the open panel is marked as read on closing', async () => {
    const { sent } = await showBell([]);
    const panel = await openBell('Notificaciones');
    arrive(1);
    expect(await panel.findByText(/^Aviso 1/)).toBeTruthy();
    await userEvent.click(await bellButton('Notificaciones: 1 sin leer'));
    await bellButton('Notificaciones');
    await waitFor(() => expect(readings(sent)).toEqual([{ until: numbered(1).timestamp }]));
  });

  test.each(['nueva_notificacion', 'notification', 'notificacion'])(
    'an arrival by %s is counted and announced once',
    async event => {
      await showBell([numbered(1, true)]);
      await bellButton('Notificaciones');
      arrive(2, event);
      arrive(2, 'notificacion');
      await bellButton('Notificaciones: 1 sin leer');
      expect(screen.getAllByText(/^Aviso 2: Rosa asistirá/)).toHaveLength(1);
    },
  );

  test('a second arrival of the same activity within 5 s is not announced', async () => {
    await showBell([]);
    await bellButton('Notificaciones');
    arrive(1);
    arrive(2, 'nueva_notificacion', { taskId: taskOf(1) });
    await bellButton('Notificaciones: 1 sin leer');
    expect(screen.queryByText(/^Aviso 2/)).toBeNull();
  });

  test('an invalid notification shows an error', async () => {
    await showBell([]);
    await bellButton('Notificaciones');
    act(() => announceLive('nueva_notificacion', { title: 7 }));
    expect(await screen.findByText('Error procesando notificación')).toBeTruthy();
  });

  test('follows the changes of other tabs', async () => {
    const { elsewhere } = await showBell();
    await bellButton('Notificaciones: 2 sin leer');
    elsewhere([numbered(2)]);
    await bellButton('Notificaciones: 1 sin leer');
  });

  test('offline it shows the stored bell and applies the changes of other tabs', async () => {
    await storeQuery(SESSION, { _id: 'ana' });
    await storeQuery(BELL, { entries: [numbered(1)], unlisted: 0 });
    setLiveState('lost');
    const { queryClient } = await showBell([], respond(listNotifications, 'unreachable'));
    persist(queryClient);
    await bellButton('Notificaciones: 1 sin leer');

    const otherTab = createQueryClient();
    persist(otherTab);
    await otherTab.prefetchQuery({
      ...notificationsQuery('ana'),
      queryFn: async () => ({ entries: [numbered(1), numbered(2)], unlisted: 0 }),
    });
    await bellButton('Notificaciones: 2 sin leer');
  });

  test('stores the entries of the last 12 hours after a failed write', async () => {
    const old = { ...numbered(1), timestamp: new Date(Date.now() - 13 * 3_600_000).toISOString() };
    const setItem = vi.spyOn(queryStore, 'setItem');
    onTestFinished(() => setItem.mockRestore());
    setItem.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
    const { queryClient } = await showBell([numbered(2), old]);
    await bellButton('Notificaciones: 2 sin leer');
    persist(queryClient);
    await expect.poll(storedIds).toEqual([idOf(2)]);
  });
});

describe('notification-bell-away', () => {
  beforeEach(() => setLiveState('connected'));

  const many = () => Array.from({ length: 120 }, (_, index) => numbered(120 - index));

  test('counts, marks as read and clears more notifications than it lists', async () => {
    const { atServer } = await showBell(many());
    expect(badgeOf(await bellButton('Notificaciones: 120 sin leer'))).toBe('99+');
    const panel = await openBell('Notificaciones: 120 sin leer');
    await bellButton('Notificaciones');
    expect(bellTitles()).toHaveLength(50);
    expect(panel.getByText('Aquí se ven las 50 más recientes.')).toBeTruthy();
    await waitFor(() => expect(atServer().every(({ read }) => read)).toBe(true));
    await userEvent.click(panel.getByRole('button', { name: 'Limpiar' }));
    expect(await panel.findByText('No hay notificaciones')).toBeTruthy();
    await waitFor(() => expect(atServer()).toEqual([]));
    expect(panel.queryByText(/^Aquí se ven/)).toBeNull();
  });

  test('changes made offline are sent on reconnection and do not affect later notifications', async () => {
    const { elsewhere, goAway, comeBack, atServer } = await showBell();
    const panel = await openBell();
    await waitFor(() => expect(atServer().every(({ read }) => read)).toBe(true));
    goAway();
    await userEvent.click(await panel.findByRole('button', { name: 'Limpiar' }));
    expect(await panel.findByText('No hay notificaciones')).toBeTruthy();
    elsewhere([numbered(3), ...atServer()]);
    await waitFor(() => expect(bellTitles()).toEqual(['Aviso 3']));
    comeBack();
    await waitFor(() => expect(atServer()).toEqual([numbered(3)]));
    await waitFor(() => expect(pendingChanges('ana')).toEqual([]));
    expect(bellTitles()).toEqual(['Aviso 3']);
  });

  test('changes made offline survive a restart of the app and are sent', async () => {
    const { goAway } = await showBell();
    await bellButton('Notificaciones: 2 sin leer');
    goAway();
    const panel = await openBell();
    await userEvent.click(await panel.findByRole('button', { name: 'Quitar: Aviso 2' }));
    await waitFor(() => expect(pendingChanges('ana')).toHaveLength(2));
    cleanup();

    const { atServer } = await showBell();
    await waitFor(() => expect(atServer()).toEqual([numbered(1, true)]));
    await waitFor(() => expect(pendingChanges('ana')).toEqual([]));
    await openBell('Notificaciones');
    expect(bellTitles()).toEqual(['Aviso 1']);
    expect(screen.queryByText('Nueva')).toBeNull();
  });
});

describe('use-connection-status', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function StatusText() {
    const { isConnected, announcement } = useConnectionStatus();
    return <p>{`${isConnected}: ${announcement}`}</p>;
  }

  const setState = (state: Parameters<typeof setLiveState>[0]) => act(() => setLiveState(state));
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

  function show(state: Parameters<typeof setLiveState>[0]) {
    setLiveState(state);
    onTestFinished(render(<StatusText />).unmount);
  }

  test('the first connection and a short interruption are not announced', () => {
    show('connecting');
    screen.getByText('null:');
    setState('connected');
    screen.getByText('true:');
    setState('connecting');
    wait(2_999);
    setState('connected');
    wait(5_000);
    screen.getByText('true:');
  });

  test('a lasting loss and the reconnection are announced', () => {
    show('connected');
    setState('connecting');
    wait(3_000);
    screen.getByText('false: Se perdió la conexión en vivo. Seguimos intentando.');
    setState('lost');
    screen.getByText('false: Se perdió la conexión en vivo. Seguimos intentando.');
    setState('connected');
    screen.getByText('true: Volvió la conexión en vivo.');
  });
});

describe('arrival-toast', () => {
  afterEach(() => {
    for (const { id } of currentToasts()) dismissToast(id);
  });

  const shown = () => currentToasts().map(({ kind, text }) => `${kind}: ${text}`);
  const ana = anEntry({ title: 'Nueva asistencia', message: 'Ana va.' });
  const luz = anEntry({ title: 'Nueva asistencia', message: 'Luz va.' });

  test('each arrival shows a toast', () => {
    const announce = createArrivalToast();
    announce(ana, 0);
    announce(luz, 1_000);
    expect(shown()).toEqual(['notice: Nueva asistencia: Ana va.', 'notice: Nueva asistencia: Luz va.']);
  });

  test('simultaneous arrivals share one toast', () => {
    const announce = createArrivalToast();
    for (const at of [0, 10, 20]) announce(ana, at);
    expect(shown()).toEqual(['notice: Tienes 3 avisos nuevos']);
  });
});
