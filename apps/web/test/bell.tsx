import {
  clearNotifications,
  countUnreadNotifications,
  listNotifications,
  markNotificationsRead,
  NOTIFICATIONS_MAX,
  type Notification,
  removeNotification,
} from '@minga/contract/notifications';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Entry } from '../src/features/notifications/bell.ts';
import { BellButton, BellPanel, useBell } from '../src/features/notifications/notification-bell.tsx';
import { announceLive } from '../src/lib/live/live.ts';
import { anEntry } from './entry.ts';
import { renderInRouter } from './render.tsx';
import { declareResponses, type Responses, respond, type SentRequest } from './server.ts';

export const idOf = (number: number) => `01960000-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const taskOf = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const NOW = Date.now();

/** The notification of this number, the higher the newer, each about an activity of its own. */
export const numbered = (number: number, read = false) =>
  anEntry({
    id: idOf(number),
    taskId: taskOf(number),
    title: `Aviso ${number}`,
    timestamp: new Date(NOW + number).toISOString(),
    read,
  });

const AnasBell = () => (
  <>
    <BellButton {...useBell('ana')} name="Notificaciones" />
    <BellPanel userId="ana" isConnected />
  </>
);

/** Ana's bell with a server that stores its changes; the newest first. */
export async function showBell(entries = [numbered(2), numbered(1)], responses: Responses = {}) {
  let stored = entries;
  let isAway = false;
  const change = (changed: (request: SentRequest) => Entry[]) => (request: SentRequest) => {
    if (isAway) return 'unreachable' as const;
    stored = changed(request);
    return { status: 204 };
  };
  const removals = entries.map(({ id }) =>
    respond(
      removeNotification,
      change(() => stored.filter(entry => entry.id !== id)),
      { id },
    ),
  );
  const sent = declareResponses({
    ...respond(listNotifications, () => ({ body: stored.slice(0, NOTIFICATIONS_MAX) as Notification[] })),
    ...respond(countUnreadNotifications, () => ({
      body: { count: stored.filter(({ read }) => !read).length },
    })),
    ...respond(
      markNotificationsRead,
      change(({ body }) => {
        const { ids = [], until = '' } = body as { ids?: string[]; until?: string };
        return stored.map(entry => ({
          ...entry,
          read: entry.read || ids.includes(entry.id) || entry.timestamp <= until,
        }));
      }),
    ),
    ...respond(
      clearNotifications,
      change(({ query: { until = '' } }) => stored.filter(({ timestamp }) => timestamp > until)),
    ),
    ...Object.assign({}, ...removals),
    ...responses,
  });
  const { router, queryClient } = await renderInRouter(<AnasBell />);
  return {
    sent,
    router,
    queryClient,
    /** Another tab or another user has changed the list. */
    elsewhere: (next: Entry[]) => {
      stored = next;
      act(() => announceLive('notificaciones_cambiaron', {}));
    },
    /** The server receives no more changes, until `comeBack` opens a new connection. */
    goAway: () => {
      isAway = true;
    },
    comeBack: () => {
      isAway = false;
      act(() => announceLive('puesta_al_dia', {}));
    },
    atServer: () => stored,
  };
}

export const bellButton = (name: string) => screen.findByRole('button', { name });

export async function openBell(name = 'Notificaciones: 2 sin leer') {
  await userEvent.click(await bellButton(name));
  return within(await screen.findByRole('dialog', { name: 'Notificaciones' }));
}

/** The titles of the lines, from top to bottom. */
export const bellTitles = () =>
  screen.getAllByRole('listitem').map(line => within(line).getByText(/^Aviso/).textContent);
