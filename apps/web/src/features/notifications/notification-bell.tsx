import { useThrottledCallback } from '@mantine/hooks';
import type { LiveNotification } from '@minga/contract/live';
import { IconBell } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
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

interface Bell {
  /** The number of unread notifications. */
  readonly unread: number;
  readonly isRinging: boolean;
}

/** The state of the user's bell (docs/rules.md R5.6). Announces arrivals, so only one component may use it. */
export function useBell(userId: string): Bell {
  const { unread } = useNotifications(userId);
  return { unread, isRinging: useArrivals(userId) };
}

interface ButtonProps extends Bell {
  className?: string | undefined;
  /** The name of the button. */
  name: string;
  /** Whether the name is also shown, below the icon. */
  isNamed?: boolean;
}

/** The button that opens the panel. The badge stands next to the icon, so that a long number covers nothing. */
export const BellButton = ({ unread, isRinging, className = '', name, isNamed = false }: ButtonProps) => (
  <button
    type="button"
    popoverTarget={PANEL}
    className={className}
    aria-label={unread > 0 ? `${name}: ${unread} sin leer` : name}
    onPointerEnter={loadPanel}
    onFocus={loadPanel}
  >
    <span className={classes.bell}>
      <IconBell size={isNamed ? 24 : 26} className={isRinging ? classes.ringing : undefined} aria-hidden />
      {/* Not a text, which would be a part of the visible name and at 99+ contradict the label. */}
      {unread > 0 && <span className={classes.badge} data-count={badgeText(unread)} />}
    </span>
    {isNamed && <span>{name}</span>}
  </button>
);

interface PanelProps {
  userId: string;
  isConnected: boolean | null;
}

/** The panel of the bell. Opening it marks its notifications as read, closing it those that arrived since. */
export function BellPanel({ userId, isConnected }: PanelProps) {
  const { all, unread } = useNotifications(userId);
  const change = useBellChange(userId);
  const panel = useRef<HTMLDivElement>(null);
  usePopover(panel);

  /** The ids that were unread when the panel opened, marked as new while it is open; null while it is closed. */
  const [fresh, setFresh] = useState<readonly string[] | null>(null);
  /** False while the panel's chunk is loading: closing it then marks nothing as read. */
  const isRendered = useRef(false);

  useEffect(() => {
    // Preloads the chunk after the first screen, because it could not be loaded offline.
    if (isConnected) loadPanel().catch(() => {});
  }, [isConnected]);

  function handleToggle(isOpen: boolean): void {
    setFresh(isOpen ? unreadIn(all).map(({ id }) => id) : null);
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
            fresh={fresh}
            isConnected={isConnected}
            onChange={change}
            onRendered={readAll}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The dot on a button that shows the state of the live connection. `id` names the text for its description. */
export const LiveDot = ({ id, isConnected }: { id: string; isConnected: boolean | null }) =>
  isConnected !== null && (
    <>
      <span className={classes.dot} data-connected={isConnected} aria-hidden="true" />
      <span id={id} hidden>
        {isConnected ? 'Conexión en vivo activa' : 'Sin conexión en vivo'}
      </span>
    </>
  );

const RINGING_MS = 1_500;
const REFRESH_MS = 1_000;

/** The three names of a new notification's event (docs/rules.md R5.4). */
const ARRIVALS = ['nueva_notificacion', 'notification', 'notificacion'] as const;
const STALE_LIST = ['notificaciones_cambiaron', 'puesta_al_dia'] as const;

/** Adds notifications from the live connection to the bell and announces each once, under whichever name its event arrives. Returns whether the bell rings. */
function useArrivals(userId: string): boolean {
  const queryClient = useQueryClient();
  /** The arrivals since the bell was last silent. */
  const [arrivals, setArrivals] = useState(0);
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
    setArrivals(count => count + 1);
  }

  useEffect(() => {
    if (arrivals === 0) return;
    const timer = setTimeout(() => setArrivals(0), RINGING_MS);
    return () => clearTimeout(timer);
  }, [arrivals]);

  useLive(ARRIVALS, receive, () => void toastError('Error procesando notificación'));
  useLive(STALE_LIST, refresh);
  return arrivals > 0;
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
