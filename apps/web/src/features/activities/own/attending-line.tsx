import { phaseOf } from '@minga/contract/activity-phase';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countActivities, ownAttendances } from '../../../lib/attendance/own-attendances.ts';
import { now } from '../../../lib/dates/now.ts';
import { counted } from '../../../lib/digits.ts';
import classes from './own-activities.module.css';

/** Leads to 'Voy a ir' where a member looks for what it attends. Renders nothing without attendances, or while they load. */
export function AttendingLine() {
  const { data = [] } = useQuery(ownAttendances);
  if (data.length === 0) return null;
  const count = countActivities(data.filter(({ task }) => phaseOf(task, now()) !== 'past'));
  return (
    <p className={classes.lines}>
      <span>{`${
        count > 0
          ? `Vas a ${counted(count, 'actividad', 'actividades')}.`
          : 'Ya estuviste en otras actividades.'
      } `}</span>
      <Link to="/tasks/voy-a-ir" className="target link">
        {`${count === 1 ? 'Mírala' : 'Míralas'} en «Voy a ir»`}
      </Link>
    </p>
  );
}
