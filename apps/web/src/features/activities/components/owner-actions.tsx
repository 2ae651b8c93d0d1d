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
import { useNow } from '../../../lib/now.ts';
import classes from './owner-actions.module.css';

const icon = { size: 20, 'aria-hidden': true } as const;
const secondary = { variant: 'default', px: 'xs' } as const;

/** The owner's links on the page of an activity, where notifications lead without passing the owner's lists. */
export const OwnerActions = ({
  activity: { _id, status, date },
}: {
  activity: Pick<Activity, '_id' | 'status' | 'date'>;
}) => (
  <>
    <AfterLink id={_id} date={date} />
    {status !== 'rejected' && (
      <Button
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

/** Links to the organisers' work once the activity has begun. */
function AfterLink({ id, date }: { readonly id: string; readonly date: string }) {
  const hasBegun = useNow(moment => new Date(date) <= moment);
  return (
    hasBegun && (
      <Button
        leftSection={<IconSeedling {...icon} />}
        renderRoot={props => <Link to="/tasks/$id/despues" params={{ id }} {...props} />}
      >
        Después
      </Button>
    )
  );
}
