import type { OpenSession } from '@minga/contract/profile';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { ItemRow } from '../../../../components/item-row.tsx';
import { longDate } from '../../../../lib/dates.ts';
import { timeAgo } from '../../../../lib/time-ago.ts';

interface Props {
  session: OpenSession;
  now: Date;
  isEnding: boolean;
  onEnd: () => void;
}

export function SessionRow({ session, now, isEnding, onEnd }: Props) {
  const { _id, device, address, isCurrent, isPhone, createdAt, lastSeenAt } = session;
  return (
    <ItemRow
      id={_id}
      icon={isPhone ? IconDeviceMobile : IconDeviceDesktop}
      name={device}
      mark={isCurrent && 'Esta sesión'}
      action={
        <BusyButton
          variant="default"
          aria-label={`${isEnding ? 'Cerrando…' : 'Cerrar sesión'}: ${device}`}
          onClick={onEnd}
          isBusy={isEnding}
          busyLabel="Cerrando…"
        >
          Cerrar sesión
        </BusyButton>
      }
    >
      <p>{`Último uso: ${timeAgo(lastSeenAt, now)}`}</p>
      {address && <p>{`Dirección de red: ${address}`}</p>}
      <p>{`Abierta desde el ${longDate(createdAt)}`}</p>
    </ItemRow>
  );
}
