import { VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import barPanel from '../../../components/bar-panel.module.css';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { usePopover } from '../../../components/use-popover.ts';
import { useBellChange } from '../api/change-bell.ts';
import { badgeText, unreadIn } from '../bell-list.ts';
import { useArrivals } from '../use-arrivals.ts';
import { useLiveSign } from '../use-live-sign.ts';
import { useNotifications } from '../use-notifications.ts';
import classes from './notification-bell.module.css';

const PANEL = 'notificaciones';

const loadPanel = () => import('./notification-panel.tsx');
const NotificationPanel = lazy(() => loadPanel().then(module => ({ default: module.NotificationPanel })));

/** The bell of who is signed in (spec 001 section 2.3). To open it is to read what it holds, and to close it what has come since. */
export function NotificationBell({ userId }: { userId: string }) {
  const { all, shown, unread } = useNotifications(userId);
  const { isRinging } = useArrivals(userId);
  const sign = useLiveSign();
  const change = useBellChange(userId);
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const signId = useId();
  usePopover({ panel, opener });

  /** What was unread when it opened: marked as new as long as it is open. */
  const [fresh, setFresh] = useState<readonly string[] | null>(null);
  /** It may be closed before its code is here: then nobody has seen what it holds. */
  const isDrawn = useRef(false);

  useEffect(() => {
    // Before it is needed, and after all that is needed sooner: without a network it would not come.
    if (sign.isConnected) loadPanel().catch(() => {});
  }, [sign.isConnected]);

  function toggled(isOpen: boolean): void {
    setFresh(isOpen ? unreadIn(shown).map(({ id }) => id) : null);
    if (isOpen) panel.current?.focus({ preventScroll: true });
    else if (isDrawn.current) readAll();
    isDrawn.current = false;
  }

  function readAll(): void {
    isDrawn.current = true;
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
        aria-describedby={sign.isConnected === null ? undefined : signId}
        onPointerEnter={loadPanel}
        onFocus={loadPanel}
      >
        <IconBell size={26} className={isRinging ? classes.ringing : undefined} aria-hidden />
        {unread > 0 && (
          <span className={classes.badge} aria-hidden="true">
            {badgeText(unread)}
          </span>
        )}
        {sign.isConnected !== null && (
          <span className={classes.dot} data-connected={sign.isConnected} aria-hidden="true" />
        )}
      </button>
      <span id={signId} hidden>
        {sign.isConnected ? 'Conexión en vivo activa' : 'Sin conexión en vivo'}
      </span>
      <VisuallyHidden role="status">{sign.news}</VisuallyHidden>
      <div
        id={PANEL}
        ref={panel}
        popover="auto"
        role="dialog"
        // Not by its heading, which may come after it.
        aria-label="Notificaciones"
        tabIndex={-1}
        className={`${barPanel.panel} ${classes.panel}`}
        onToggle={({ newState }) => toggled(newState === 'open')}
      >
        {fresh !== null && (
          <Suspense fallback={<LoadingStatus text="Cargando notificaciones..." />}>
            <NotificationPanel
              all={all}
              shown={shown}
              fresh={fresh}
              isConnected={sign.isConnected}
              onChange={change}
              onDrawn={readAll}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}
