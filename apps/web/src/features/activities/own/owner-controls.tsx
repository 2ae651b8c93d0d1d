import { ActionIcon, Button } from '@mantine/core';
import { type Activity, promoteActivity } from '@minga/contract/activities';
import { IconPencil, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { Switch } from '../../../components/form/switch.tsx';
import { calendarLeafParts } from '../../../lib/dates/dates.ts';
import { ownErrorText } from '../../../lib/errors/own-error-text.ts';
import { activitiesKey } from '../../../lib/server/activities-key.ts';
import { call } from '../../../lib/server/api.ts';
import { toastError } from '../../../lib/toasts.ts';
import { changeActivity } from '../api.ts';
import { titleId } from '../model.ts';
import { captureFocusTarget } from './capture-focus-target.ts';
import classes from './own-activities.module.css';

// The dialog's chunk is preloaded on hover and focus.
const loadDialog = () => import('../delete-activity-dialog.tsx');
const DeleteActivityDialog = lazy(() =>
  loadDialog().then(module => ({ default: module.DeleteActivityDialog })),
);

interface Props {
  activity: Activity;
  /** Deleting is the author's and the collective's owners'. */
  canDelete: boolean;
}

/** The organiser's controls on a card: promote, attendance, edit, delete (docs/rules.md R3.10). */
export function OwnerControls({ activity, canDelete }: Props) {
  const dialog = useLazyDialog();
  const controls = useRef<HTMLDivElement>(null);
  return (
    <div ref={controls} className={classes.controls}>
      <PromotionSwitch activity={activity} />
      <Button
        variant="default"
        className={classes.attendance}
        leftSection={<IconUsersGroup size={20} aria-hidden />}
        aria-describedby={titleId(activity)}
        renderRoot={props => <Link to="/tasks/asistencia" search={{ taskId: activity._id }} {...props} />}
      >
        Asistencia
      </Button>
      <ActionIcon
        variant="default"
        aria-label="Editar"
        aria-describedby={titleId(activity)}
        renderRoot={props => <Link to="/tasks/$id" params={{ id: activity._id }} {...props} />}
      >
        <IconPencil size={22} aria-hidden />
      </ActionIcon>
      {canDelete && (
        <ActionIcon
          variant="default"
          className={classes.delete}
          aria-label="Eliminar"
          aria-describedby={titleId(activity)}
          onClick={dialog.open}
          onPointerEnter={loadDialog}
          onFocus={loadDialog}
        >
          <IconTrash size={22} aria-hidden />
        </ActionIcon>
      )}
      {dialog.isMounted && (
        <Suspense>
          <DeleteActivityDialog
            activity={activity}
            isOpen={dialog.isOpen}
            onClose={dialog.close}
            captureFocusTarget={() => captureFocusTarget(controls.current)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Starts a week's promotion of the user's own activity, or ends it (docs/rules.md R3.6). */
function PromotionSwitch({ activity }: { activity: Pick<Activity, '_id' | 'isPromoted' | 'promotion'> }) {
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
