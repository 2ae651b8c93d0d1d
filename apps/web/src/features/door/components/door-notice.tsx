import type { Door } from '@minga/contract/check-ins';
import { DOOR_CLOSES_DAYS, doorHours } from '@minga/contract/door-hours';
import { IconCloudCheck, IconCloudDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Note } from '../../../components/note.tsx';
import { longDate } from '../../../lib/dates.ts';
import { now } from '../../../lib/now.ts';
import { offlineReadiness } from '../api/offline-readiness.ts';
import classes from './door-view.module.css';

interface Props {
  readonly taskId: string;
  readonly activity: Door['activity'];
  /** By the present time. */
  readonly isOpen: boolean;
  /** By the server's time. */
  readonly isShut: boolean;
}

/** Whether the door is open, and whether it opens without a network on this device. */
export function DoorNotice({ taskId, activity, isOpen, isShut }: Props) {
  const { data: isReady } = useQuery(offlineReadiness(taskId));
  return (
    <>
      {!isOpen && <Note tone="sky">{hoursText(activity, isShut)}</Note>}
      <p role="status" className={classes.readiness}>
        {isReady ? <IconCloudCheck size={20} aria-hidden /> : <IconCloudDown size={20} aria-hidden />}
        <span>
          {isReady
            ? 'Lista para usar sin internet en este dispositivo.'
            : 'Preparando la puerta para usarla sin internet…'}
        </span>
      </p>
    </>
  );
}

/** The time of day ends a sentence: 'p. m.' */
function hoursText(activity: Door['activity'], isShut: boolean): string {
  const { opens } = doorHours(activity);
  if (!isShut)
    return 'Según el reloj de este dispositivo no es la hora de esta actividad. Revísalo; mientras tanto puedes recibir.';
  return now() < opens
    ? `La puerta abre el ${longDate(opens)} Desde entonces podrás recibir a la gente aquí.`
    : `La puerta ya cerró: se recibe hasta ${DOOR_CLOSES_DAYS} días después de la actividad.`;
}
