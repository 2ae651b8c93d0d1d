import { type Activity, promoteActivity } from '@minga/contract/activities';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Switch } from '../../../components/form/switch.tsx';
import { calendarLeafParts } from '../../../lib/dates/dates.ts';
import { ownErrorText } from '../../../lib/errors/error-sentences.ts';
import { activitiesKey } from '../../../lib/server/activities-key.ts';
import { call } from '../../../lib/server/api.ts';
import { toastError } from '../../../lib/toasts.ts';
import { changeActivity } from '../api.ts';
import { titleId } from '../model.ts';
import classes from './own-activities.module.css';

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
        <span className={`soft fine ${classes.until}`}>{`Hasta el ${shortDay(promotion.endDate)}`}</span>
      )}
    </div>
  );
}

function shortDay(date: string): string {
  const { day, month } = calendarLeafParts(date);
  return `${day} ${month}`;
}

/** Starts or ends an activity's promotion. Optimistic: rolled back on an error. */
function usePromoteActivity(id: string) {
  const queryClient = useQueryClient();
  const show = (isPromoted: boolean) =>
    changeActivity(queryClient, id, activity => ({ ...activity, isPromoted }));
  return useMutation({
    mutationFn: (isPromoted: boolean) => call(promoteActivity, { params: { id }, body: { isPromoted } }),
    onMutate: async isPromoted => {
      // A response in flight would overwrite the optimistic state.
      await queryClient.cancelQueries({ queryKey: activitiesKey });
      show(isPromoted);
    },
    onError: (_error, isPromoted) => show(!isPromoted),
    onSuccess: activity => changeActivity(queryClient, id, () => activity),
    // A promotion changes which activities other lists contain, but not the user's own.
    onSettled: () =>
      queryClient.invalidateQueries({
        queryKey: activitiesKey,
        predicate: ({ queryKey }) => queryKey[1] !== 'own',
      }),
  });
}
