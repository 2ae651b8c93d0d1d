import { VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import barPanel from '../../../components/bar-panel.module.css';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { usePopover } from '../../../components/use-popover.ts';
import { useBellChange } from '../api/change-bell.ts';
import { badgeText, unreadIn } from '../bell-list.ts';
import { useArrivals } from '../use-arrivals.ts';
import { useConnectionStatus } from '../use-connection-status.ts';
import { useNotifications } from '../use-notifications.ts';
import classes from './notification-bell.module.css';

const PANEL = 'notificaciones';

const loadPanel = () => import('./notification-panel.tsx');
const NotificationPanel = lazy(() => loadPanel().then(module => ({ default: module.NotificationPanel })));

/** The user's bell (spec 001 section 2.3). Opening it marks its notifications as read, closing it those that arrived since. */
export function NotificationBell({ userId }: { userId: string }) {
  const { all, shown, unread } = useNotifications(userId);
  const { isRinging } = useArrivals(userId);
  const connection = useConnectionStatus();
  const change = useBellChange(userId);
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const statusId = useId();
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
      <button
        ref={opener}
        type="button"
        popoverTarget={PANEL}
        className={classes.bell}
        aria-label={unread > 0 ? `Notificaciones: ${unread} sin leer` : 'Notificaciones'}
        aria-describedby={connection.isConnected === null ? undefined : statusId}
        onPointerEnter={loadPanel}
        onFocus={loadPanel}
      >
        <IconBell size={26} className={isRinging ? classes.ringing : undefined} aria-hidden />
        {unread > 0 && (
          <span className={classes.badge} aria-hidden="true">
            {badgeText(unread)}
          </span>
        )}
        {connection.isConnected !== null && (
          <span className={classes.dot} data-connected={connection.isConnected} aria-hidden="true" />
        )}
      </button>
      <span id={statusId} hidden>
        {connection.isConnected ? 'Conexión en vivo activa' : 'Sin conexión en vivo'}
      </span>
      <VisuallyHidden role="status">{connection.announcement}</VisuallyHidden>
      <div
        id={PANEL}
        ref={panel}
        popover="auto"
        role="dialog"
        // Not labelled by its heading, which may still be loading.
        aria-label="Notificaciones"
        tabIndex={-1}
        className={`${barPanel.panel} ${classes.panel}`}
        onToggle={({ newState }) => handleToggle(newState === 'open')}
      >
        {fresh !== null && (
          <Suspense fallback={<LoadingStatus text="Cargando notificaciones..." />}>
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
