import type { Activity } from '@minga/contract/activities';
import classes from './rejection-notice.module.css';

/** Why an activity is not published; the server tells its owner and administrators alone. */
export function RejectionNotice({ activity }: { activity: Pick<Activity, 'rejectionReason'> }) {
  if (activity.rejectionReason === undefined) return null;
  return (
    <p className={classes.notice}>
      <strong>No se publicó.</strong> {activity.rejectionReason}
    </p>
  );
}
