import type { PushDevice } from '@minga/contract/push';
import { IconBellRinging, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { useFocusRecovery } from '../../components/dialog/use-focus-recovery.ts';
import { ItemList, ItemRow } from '../../components/item-list.tsx';
import { Subsection } from '../../components/page/page-section.tsx';
import { alertPermission } from '../../lib/browser-alerts.ts';
import { now } from '../../lib/dates/now.ts';
import { timeAgo } from '../../lib/dates/time-ago.ts';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { siteName } from '../../lib/site-name.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { pushDevices, useRemoveDevice, useSubscribeHere } from './push.ts';

/** The devices that show what comes to the bell, and the button that adds this one. */
export function PushDevices() {
  const { data } = useQuery({ ...pushDevices, enabled: alertPermission() !== 'impossible' });
  const title = useRef<HTMLHeadingElement>(null);
  const list = useFocusRecovery(title);
  if (data === undefined) return null;
  return (
    <Subsection title="Avisos en tus dispositivos" headingRef={title}>
      <p>
        {`Te avisan lo mismo que llega a la campana, aunque ${siteName} esté cerrada. Dejan de hacerlo cuando cierras la sesión en ellos.`}
      </p>
      {!data.some(({ isCurrent }) => isCurrent) && <SubscribeHere />}
      {/* Also without rows: the focus recovery needs the list. */}
      <ItemList ref={list}>
        {data.map(device => (
          <Device key={device._id} device={device} />
        ))}
      </ItemList>
    </Subsection>
  );
}

function SubscribeHere() {
  const subscribe = useSubscribeHere();

  async function press() {
    try {
      const outcome = await subscribe.mutateAsync();
      if (outcome === 'denied')
        toastError(`Tu navegador no nos deja avisarte: dale el permiso a ${siteName} en sus ajustes.`);
      else if (outcome === 'open-only')
        toastError(`Este navegador solo puede avisarte mientras ${siteName} esté abierta.`);
      else toastSuccess(`Listo: este dispositivo te avisa aunque ${siteName} esté cerrada`);
    } catch (error) {
      toastError(errorText(error, 'No pudimos activar los avisos aquí.'));
    }
  }

  return (
    <div>
      <BusyButton
        variant="default"
        leftSection={<IconBellRinging size={20} aria-hidden />}
        isBusy={subscribe.isPending}
        busyLabel="Activando…"
        onClick={() => void press()}
      >
        Activar avisos aquí
      </BusyButton>
    </div>
  );
}

function Device({ device }: { device: PushDevice }) {
  const remove = useRemoveDevice();
  const { _id, device: name, isPhone, isCurrent, lastDeliveredAt } = device;
  return (
    <ItemRow
      id={_id}
      icon={isPhone ? IconDeviceMobile : IconDeviceDesktop}
      name={name}
      mark={isCurrent && 'Este dispositivo'}
      action={
        <BusyButton
          variant="default"
          aria-label={`Quitar: ${name}`}
          isBusy={remove.isPending}
          busyLabel="Quitando…"
          onClick={() =>
            remove.mutate(device, {
              onError: error => toastError(errorText(error, 'No pudimos quitar el dispositivo.')),
            })
          }
        >
          Quitar
        </BusyButton>
      }
    >
      <p>
        {lastDeliveredAt === null
          ? 'Todavía no le ha llegado ninguno'
          : `Último aviso: ${timeAgo(lastDeliveredAt, now())}`}
      </p>
    </ItemRow>
  );
}
