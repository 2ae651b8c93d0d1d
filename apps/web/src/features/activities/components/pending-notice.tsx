import type { Activity } from '@minga/contract/activities';
import { badgesOf } from '../state.ts';
import classes from './pending-notice.module.css';

/** What its owner's badge 'Pendiente de revisión' means; true whether or not it is public meanwhile. */
export function PendingNotice({ activity }: { activity: Activity }) {
  if (!badgesOf(activity).includes('pending')) return null;
  return (
    <p className={classes.notice}>
      El equipo de Minga revisará esta actividad y te avisará. Mientras tanto no tienes que hacer nada.
    </p>
  );
}
