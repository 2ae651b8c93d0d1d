import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import barPanel from '../../../components/bar-panel.module.css';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { usePopover } from '../../../components/use-popover.ts';
import { useBellChange } from '../api/change-bell.ts';
import { unreadIn } from '../bell-list.ts';
import { useArrivals } from '../use-arrivals.ts';
import { useConnectionStatus } from '../use-connection-status.ts';
import { useNotifications } from '../use-notifications.ts';
import { BellButton } from './bell-button.tsx';
import classes from './notification-bell.module.css';

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
        className={`${barPanel.panel} ${classes.panel}`}
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
