import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import {
  IconCopy,
  IconMessage,
  IconPencil,
  IconSeedling,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useNow } from '../../../lib/dates/now.ts';
import classes from './activity.module.css';

const icon = { size: 20, 'aria-hidden': true } as const;
const secondary = { variant: 'default', px: 'xs' } as const;

/** The owner's links on the page of an activity: first what comes next, the attendance before it begins and the rest of the work then. */
export function OwnerActions({
  activity: { _id, status, date },
}: {
  activity: Pick<Activity, '_id' | 'status' | 'date'>;
}) {
  const hasBegun = useNow(moment => new Date(date) <= moment);
  return (
    <>
      {hasBegun && (
        <Button
          leftSection={<IconSeedling {...icon} />}
          renderRoot={props => <Link to="/tasks/$id/despues" params={{ id: _id }} {...props} />}
        >
          Horas y memoria
        </Button>
      )}
      {status !== 'rejected' && (
        <Button
          variant={hasBegun ? 'default' : 'filled'}
          leftSection={<IconUsersGroup {...icon} />}
          renderRoot={props => <Link to="/tasks/asistencia" search={{ taskId: _id }} {...props} />}
        >
          Ver la asistencia
        </Button>
      )}
      <div className={classes.pairs}>
        {status !== 'rejected' && (
          <Button
            {...secondary}
            leftSection={<IconMessage {...icon} />}
            renderRoot={props => <Link to="/tasks/$id/mensajes" params={{ id: _id }} {...props} />}
          >
            Escribirles
          </Button>
        )}
        <Button
          {...secondary}
          leftSection={<IconUserPlus {...icon} />}
          renderRoot={props => <Link to="/tasks/$id/equipo" params={{ id: _id }} {...props} />}
        >
          Equipo
        </Button>
        <Button
          {...secondary}
          leftSection={<IconPencil {...icon} />}
          renderRoot={props => <Link to="/tasks/$id" params={{ id: _id }} {...props} />}
        >
          Editar
        </Button>
        <Button
          {...secondary}
          leftSection={<IconCopy {...icon} />}
          renderRoot={props => <Link to="/add-task" search={{ de: _id }} {...props} />}
        >
          Duplicar
        </Button>
      </div>
    </>
  );
}
