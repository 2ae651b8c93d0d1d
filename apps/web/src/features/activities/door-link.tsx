import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconDoorEnter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isDoorNear } from '../../lib/attendance/is-door-near.ts';
import { useNow } from '../../lib/dates/now.ts';

interface Props {
  activity: Pick<Activity, '_id' | 'date' | 'endDate' | 'canCheckIn'>;
  variant?: 'filled' | 'default';
}

/** For those who check people in, on the day and as long as the door is open. */
export function DoorLink({ activity, variant = 'filled' }: Props) {
  const isNear = useNow(now => isDoorNear(activity, now));
  return activity.canCheckIn && isNear ? (
    <Button
      variant={variant}
      color="maize"
      leftSection={<IconDoorEnter size={20} aria-hidden />}
      renderRoot={props => (
        <Link to="/tasks/$id/$tab" params={{ id: activity._id, tab: 'puerta' }} {...props} />
      )}
    >
      Puerta
    </Button>
  ) : null;
}
