import { Button } from '@mantine/core';
import type { OpenSession } from '@minga/contract/profile';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { dayDate } from '../../../../lib/dates.ts';
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
  const action = isEnding ? 'Cerrando…' : 'Cerrar sesión';
  const Icon = isPhone ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.session}>
      <Icon size={26} className={classes.icon} aria-hidden />
      <div className={classes.facts}>
        <p className={classes.device}>
          {device} {isCurrent && <span className={classes.current}>Esta sesión</span>}
        </p>
        <p>Último uso: {timeAgo(lastSeenAt, now)}</p>
        {address && <p>Dirección de red: {address}</p>}
        <p>Abierta desde el {dayDate(createdAt)}</p>
      </div>
      <Button
        variant="default"
        className={classes.end}
        aria-label={`${action}: ${device}`}
        onClick={onEnd}
        disabled={isEnding}
      >
        {action}
      </Button>
    </li>
  );
}
