import type { OpenSession } from '@minga/contract/profile';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { longDate } from '../../../../lib/dates.ts';
import { timeAgo } from '../../../../lib/time-ago.ts';
import classes from './session-list.module.css';

interface Props {
  session: OpenSession;
  now: Date;
  isEnding: boolean;
  onEnd: () => void;
}

export function SessionRow({ session, now, isEnding, onEnd }: Props) {
  const { device, address, isCurrent, isPhone, createdAt, lastSeenAt } = session;
  const Icon = isPhone ? IconDeviceMobile : IconDeviceDesktop;
  return (
    // Focusable by script: the list moves the focus here when it expands.
    <li className={classes.session} tabIndex={-1}>
      <Icon size={26} className={classes.icon} aria-hidden />
      <div className={classes.facts}>
        <p className={classes.device}>
          <span className={classes.name}>{device}</span>{' '}
          {isCurrent && <span className={classes.current}>Esta sesión</span>}
        </p>
        <p>Último uso: {timeAgo(lastSeenAt, now)}</p>
        {address && <p>Dirección de red: {address}</p>}
        <p>Abierta desde el {longDate(createdAt)}</p>
      </div>
      <BusyButton
        variant="default"
        className={classes.end}
        aria-label={`${isEnding ? 'Cerrando…' : 'Cerrar sesión'}: ${device}`}
        onClick={onEnd}
        isBusy={isEnding}
        busyLabel="Cerrando…"
      >
        Cerrar sesión
      </BusyButton>
    </li>
  );
}
