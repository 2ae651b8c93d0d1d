import { Button, Skeleton } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { DOOR_CLOSES_DAYS, doorHours } from '@minga/contract/door-hours';
import { IconDoorEnter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { TitledSection } from '../../components/page/titled-section.tsx';
import { now } from '../../lib/dates/now.ts';
import classes from './participants.module.css';
import { turnout, turnoutText } from './turnout.ts';

interface Props {
  /** It has begun. */
  readonly activity: Pick<Activity, '_id' | 'date' | 'endDate'>;
}

/** 'Quiénes vinieron': how many people the door has registered, with the way to the door. */
export function TurnoutSection({ activity: { _id: id, date, endDate } }: Props) {
  const { data, error, refetch } = useQuery(turnout(id));
  const isDoorOpen = now() <= doorHours({ date, endDate }).closes;
  const hasNoArrivals = data !== undefined && data.checkedIn.people + data.walkIns.people === 0;
  const text = data && turnoutText(data);
  return (
    <TitledSection title="Quiénes vinieron">
      {data === undefined &&
        (error ? <ErrorPanel error={error} retry={refetch} /> : <Skeleton height={64} />)}
      {text && !hasNoArrivals && (
        <>
          <p className={classes.total}>
            Vinieron <strong>{text.total}</strong>
          </p>
          <ul className={`stack ${classes.parts}`}>
            {text.parts.map(part => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        </>
      )}
      {hasNoArrivals && (
        <p className="soft">
          {isDoorOpen
            ? `Todavía no hay llegadas registradas. Puedes registrarlas en la puerta hasta ${DOOR_CLOSES_DAYS} días después de la actividad.`
            : `No quedaron llegadas registradas. La puerta cerró ${DOOR_CLOSES_DAYS} días después de la actividad.`}
        </p>
      )}
      {isDoorOpen && (
        <Button
          variant="default"
          leftSection={<IconDoorEnter size={20} aria-hidden />}
          renderRoot={props => <Link to="/tasks/$id/$tab" params={{ id, tab: 'puerta' }} {...props} />}
        >
          Registrar llegadas
        </Button>
      )}
    </TitledSection>
  );
}
