import type { Activity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { doorActivities } from '../api/door-activities.ts';
import lineClasses from './attended-lines.module.css';
import { AttendedLines } from './attended-lines.tsx';
import { DoorLink } from './door-link.tsx';

/** Above what the user attends: where the user receives people at the door. Nothing for everybody else. */
export function DoorDuties() {
  const { data } = useQuery(doorActivities);
  if (data === undefined || data.rows.length === 0) return null;
  return (
    <section aria-labelledby="puertas" className={lineClasses.duties}>
      <h2 id="puertas" className={lineClasses.heading}>
        Recibes en la puerta
      </h2>
      <p className={lineClasses.hint}>El día de la actividad la puerta se abre desde aquí.</p>
      <AttendedLines
        entries={data.rows.map(task => [{ task, checkedInAt: null }] as const)}
        action={doorOf}
      />
    </section>
  );
}

const doorOf = (activity: Activity) => <DoorLink activity={activity} />;
