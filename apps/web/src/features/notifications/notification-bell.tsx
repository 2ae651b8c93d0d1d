import { VisuallyHidden } from '@mantine/core';
import { useThrottledCallback, useTimeout } from '@mantine/hooks';
import type { LiveNotification } from '@minga/contract/live';
import { IconBell } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { usePopover } from '../../components/dialog/use-popover.ts';
import barPanel from '../../components/page/bar-panel.module.css';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { useOnline } from '../../components/use-online.ts';
import { showAlert } from '../../lib/browser-alerts.ts';
import { useLive, useLiveState } from '../../lib/live/live.ts';
import { dismissToast, toastError, toastNotice } from '../../lib/toasts.ts';
import { badgeText, EMPTY_BELL, type Entry, entryOf, shouldAnnounce, unreadIn, withArrival } from './bell.ts';
import { notificationsQuery, refreshNotifications, useBellChange, useNotifications } from './bell-api.ts';
import classes from './notifications.module.css';

const PANEL = 'notificaciones';

const loadPanel = () => import('./notification-panel.tsx');
const NotificationPanel = lazy(() => loadPanel().then(module => ({ default: module.NotificationPanel })));

/** The user's bell (docs/rules.md R5.6). Opening it marks its notifications as read, closing it those that arrived since. */
export function NotificationBell({ userId }: { userId: string }) {
  const { all, shown, unread } = useNotifications(userId);
  const { isRinging } = useArrivals(userId);
  const connection = useConnectionStatus();
  const change = useBellChange(userId);
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  usePopover({ panel, opener });

  /** The ids that were unread when the panel opened, marked as new while it is open; null while it is closed. */
  const [fresh, setFresh] = useState<readonly string[] | null>(null);
  /** False while the panel's chunk is loading: closing it then marks nothing as read. */
  const isRendered = useRef(false);

  useEffect(() => {
    // Preloads the chunk after the first screen, because it could not be loaded offline.
    if (connection.isConnected) loadPanel().catch(() => {});
  }, [connection.isConnected]);

  function handleToggle(isOpen: boolean): void {
    setFresh(isOpen ? unreadIn(shown).map(({ id }) => id) : null);
    if (isOpen) panel.current?.focus({ preventScroll: true });
    else if (isRendered.current) readAll();
    isRendered.current = false;
  }

  function readAll(): void {
    isRendered.current = true;
    const [newest] = all;
    if (newest && unread > 0) change({ kind: 'readAll', until: newest.timestamp });
  }

  return (
    <>
      <BellButton
        ref={opener}
        panelId={PANEL}
        unread={unread}
        isRinging={isRinging}
        connection={connection}
        onPreload={loadPanel}
      />
      <div
        id={PANEL}
        ref={panel}
        popover="auto"
        role="dialog"
        // Not labelled by its heading, which may still be loading.
        aria-label="Notificaciones"
        tabIndex={-1}
        className={`card ${barPanel.panel} ${classes.panel}`}
        onToggle={({ newState }) => handleToggle(newState === 'open')}
      >
        {fresh !== null && (
          <Suspense fallback={<LoadingStatus text="Cargando avisos..." />}>
            <NotificationPanel
              all={all}
              shown={shown}
              fresh={fresh}
              isConnected={connection.isConnected}
              onChange={change}
              onRendered={readAll}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}

interface Props {
  ref: RefObject<HTMLButtonElement | null>;
  /** The id of the popover. */
  panelId: string;
  unread: number;
  isRinging: boolean;
  connection: ConnectionStatus;
  /** Called when the button is likely to be pressed. */
  onPreload: () => void;
}

/** The bell's button with the unread count and the state of the live connection, whose changes are announced. */
function BellButton({ ref, panelId, unread, isRinging, connection, onPreload }: Props) {
  const { isConnected, announcement } = connection;
  const statusId = useId();
  return (
    <>
      <button
        ref={ref}
        type="button"
        popoverTarget={panelId}
        className={classes.bell}
        aria-label={unread > 0 ? `Notificaciones: ${unread} sin leer` : 'Notificaciones'}
        aria-describedby={isConnected === null ? undefined : statusId}
        onPointerEnter={onPreload}
        onFocus={onPreload}
      >
        <IconBell size={26} className={isRinging ? classes.ringing : undefined} aria-hidden />
        {unread > 0 && (
          <span className={classes.badge} aria-hidden="true">
            {badgeText(unread)}
          </span>
        )}
        {isConnected !== null && (
          <span className={classes.dot} data-connected={isConnected} aria-hidden="true" />
        )}
      </button>
      <span id={statusId} hidden>
        {isConnected ? 'Conexión en vivo activa' : 'Sin conexión en vivo'}
      </span>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}

const RINGING_MS = 1_500;
const REFRESH_MS = 1_000;

/** The three names of a new notification's event (docs/rules.md R5.4). */
const ARRIVALS = ['nueva_notificacion', 'notification', 'notificacion'] as const;
const STALE_LIST = ['notificaciones_cambiaron', 'puesta_al_dia'] as const;

/** Adds notifications from the live connection to the bell and announces each once, under whichever name its event arrives. */
function useArrivals(userId: string): { isRinging: boolean } {
  const queryClient = useQueryClient();
  const [isRinging, setRinging] = useState(false);
  const rest = useTimeout(() => setRinging(false), RINGING_MS);
  const [announce] = useState(createArrivalToast);
  const announced = useRef(new Set<string>());
  const refresh = useThrottledCallback(() => refreshNotifications(queryClient, userId), REFRESH_MS);

  function receive(live: LiveNotification): void {
    const arrival = entryOf(live);
    if (announced.current.has(arrival.id)) return;
    announced.current.add(arrival.id);
    const { queryKey } = notificationsQuery(userId);
    const known = queryClient.getQueryData(queryKey) ?? EMPTY_BELL;
    if (known.entries.some(({ id, read }) => id === arrival.id && read)) return;
    queryClient.setQueryData(queryKey, withArrival(known, arrival));
    // A response still in flight may not contain it.
    if (queryClient.isFetching({ queryKey }) > 0) refresh();
    if (!shouldAnnounce(known.entries, arrival)) return;
    announce(arrival, Date.now());
    void showAlert(arrival);
    setRinging(true);
    rest.clear();
    rest.start();
  }

  useLive(ARRIVALS, receive, () => void toastError('Error procesando notificación'));
  useLive(STALE_LIST, refresh);
  return { isRinging };
}

/** Arrivals within this window share one toast, so that a user who was away for a day does not get ten. */
const BATCH_WINDOW_MS = 1_000;

/** Shows arrivals as toasts. The returned function takes each arrival and its time. */
export function createArrivalToast(): (arrival: Entry, now: number) => void {
  let last = { toast: 0, count: 0, at: Number.NEGATIVE_INFINITY };
  return ({ title, message }, now) => {
    const count = now - last.at < BATCH_WINDOW_MS ? last.count + 1 : 1;
    if (count > 1) dismissToast(last.toast);
    const text = count > 1 ? `Tienes ${count} avisos nuevos` : `${title}: ${message}`;
    last = { toast: toastNotice(text), count, at: now };
  };
}

/** A shorter interruption is not shown. */
const LOSS_DELAY_MS = 3_000;

interface ConnectionStatus {
  /** Null while unknown. */
  readonly isConnected: boolean | null;
  /** The last change, for a live region; initially empty. */
  readonly announcement: string;
}

const INITIAL: ConnectionStatus = { isConnected: null, announcement: '' };

/** The displayed state of the live connection. A loss is shown after a delay, a reconnection immediately. */
export function useConnectionStatus(): ConnectionStatus {
  const state = useLiveState();
  // The connection itself detects a lost network only after its heartbeat timeout.
  const isConnected = useOnline() && state === 'connected';
  const [status, setStatus] = useState(INITIAL);

  useEffect(() => {
    if (isConnected) {
      setStatus(({ isConnected: before, announcement }) => ({
        isConnected: true,
        announcement: before === false ? 'Volvió la conexión en vivo.' : announcement,
      }));
      return;
    }
    const lost = { isConnected: false, announcement: 'Se perdió la conexión en vivo. Seguimos intentando.' };
    const timer = setTimeout(() => setStatus(lost), LOSS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isConnected]);

  return status;
}
