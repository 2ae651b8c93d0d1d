import type { Activity } from '@minga/contract/activities';
import { Switch } from '../../../components/switch.tsx';
import { calendarLeafParts } from '../../../lib/dates.ts';
import { ownErrorText } from '../../../lib/own-error-text.ts';
import { toastError } from '../../../lib/toasts.ts';
import { usePromoteActivity } from '../api/promote-activity.ts';
import { titleId } from '../title-id.ts';
import classes from './promotion-switch.module.css';

/** Starts a week's promotion of the user's own activity, or ends it (docs/rules.md R3.6). */
export function PromotionSwitch({
  activity,
}: {
  activity: Pick<Activity, '_id' | 'isPromoted' | 'promotion'>;
}) {
  const { _id, isPromoted, promotion } = activity;
  const promote = usePromoteActivity(_id);

  function change(next: boolean) {
    // Ignores changes while pending instead of disabling the switch, which would lose the focus.
    if (promote.isPending) return;
    promote.mutate(next, { onError: error => toastError(ownErrorText(error, 'Error al cambiar promoción')) });
  }

  return (
    <div className={classes.promotion}>
      <Switch
        color="maize"
        label={isPromoted ? 'Promocionada' : 'Promocionar'}
        isOn={isPromoted}
        onChange={change}
        describedBy={titleId(activity)}
      />
      {isPromoted && promotion && (
        <span className={classes.until}>{`Hasta el ${shortDay(promotion.endDate)}`}</span>
      )}
    </div>
  );
}

function shortDay(date: string): string {
  const { day, month } = calendarLeafParts(date);
  return `${day} ${month}`;
}
