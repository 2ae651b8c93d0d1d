import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconCopy, IconPencil, IconSeedling, IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useNow } from '../../../lib/now.ts';

const icon = { size: 20, 'aria-hidden': true } as const;

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
    <Button
      variant="default"
      leftSection={<IconPencil {...icon} />}
      renderRoot={props => <Link to="/tasks/$id" params={{ id: _id }} {...props} />}
    >
      Editar
    </Button>
    <Button
      variant="default"
      leftSection={<IconCopy {...icon} />}
      renderRoot={props => <Link to="/add-task" search={{ de: _id }} {...props} />}
    >
      Duplicar
    </Button>
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
