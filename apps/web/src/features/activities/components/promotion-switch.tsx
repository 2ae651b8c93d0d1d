import type { Activity } from '@minga/contract/activities';
import { Switch } from '../../../components/switch.tsx';
import { leafParts } from '../../../lib/dates.ts';
import { ownText } from '../../../lib/own-text.ts';
import { toastError } from '../../../lib/toasts.ts';
import { usePromoteActivity } from '../api/promote-activity.ts';
import { titleId } from '../title-id.ts';
import classes from './promotion-switch.module.css';

/** Promotes one's own activity for a week, or ends that; at any time (spec 000 section 4). */
export function PromotionSwitch({
  activity,
}: {
  activity: Pick<Activity, '_id' | 'isPromoted' | 'promotion'>;
}) {
  const { _id, isPromoted, promotion } = activity;
  const promote = usePromoteActivity(_id);

  function change(next: boolean) {
    // Not disabled meanwhile, which would take the focus away; two answers at a time would contradict each other.
    if (promote.isPending) return;
    promote.mutate(next, { onError: error => toastError(ownText(error, 'Error al cambiar promoción')) });
  }

  return (
    <div className={classes.promotion}>
      <Switch
        tone="maize"
        checked={isPromoted}
        onChange={event => change(event.currentTarget.checked)}
        label={isPromoted ? 'Promocionada' : 'Promocionar'}
        aria-describedby={titleId(activity)}
      />
      {isPromoted && promotion && (
        <span className={classes.until}>Hasta el {shortDay(promotion.endDate)}</span>
      )}
    </div>
  );
}

function shortDay(date: string): string {
  const { day, month } = leafParts(date);
  return `${day} ${month}`;
}
