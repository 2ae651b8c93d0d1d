import { VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { type RefObject, useId } from 'react';
import { badgeText } from '../bell-list.ts';
import type { ConnectionStatus } from '../use-connection-status.ts';
import classes from './notification-bell.module.css';

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
export function BellButton({ ref, panelId, unread, isRinging, connection, onPreload }: Props) {
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
