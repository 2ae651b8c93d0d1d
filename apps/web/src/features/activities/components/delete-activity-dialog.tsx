import type { Activity } from '@minga/contract/activities';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Consequences } from '../../../components/consequences.tsx';
import { ownErrorText } from '../../../lib/own-error-text.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { useDeleteActivity } from '../api/delete-activity.ts';
import { hasOthers } from '../series-text.ts';
import { DeleteSeriesDialog } from './delete-series-dialog.tsx';

interface Props {
  activity: Pick<Activity, '_id' | 'title' | 'date' | 'series'>;
  isOpen: boolean;
  onClose: () => void;
  /** Called before the card with the focused button is removed; the returned function moves the focus afterwards. */
  captureFocusTarget: () => () => void;
  /** Replaces the default question. */
  title?: string;
  children?: ReactNode;
  onDeleted?: () => void;
}

/** Confirms the deletion of the user's own activity (docs/rules.md R3.10, activity card), of a series one or more of its dates. */
export const DeleteActivityDialog = (props: Props) =>
  hasOthers(props.activity) ? <DeleteSeriesDialog {...props} /> : <DeleteOneDialog {...props} />;

function DeleteOneDialog({ activity, isOpen, onClose, captureFocusTarget, ...options }: Props) {
  const remove = useDeleteActivity(activity._id);

  async function confirm(): Promise<string | undefined> {
    const moveFocus = captureFocusTarget();
    try {
      await remove.mutateAsync(undefined);
      toastSuccess('Actividad eliminada');
      moveFocus();
      options.onDeleted?.();
    } catch (error) {
      return ownErrorText(error, 'Error al eliminar la actividad');
    }
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={options.title ?? 'Estás seguro que deseas eliminar esta actividad?'}
      confirmLabel="Eliminar"
      busyLabel="Eliminando..."
      isBusy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {options.children ?? (
        <Consequences subject={activity.title}>
          Los archivos asociados se eliminan para siempre, como la imagen. También las asistencias y los
          recordatorios.
        </Consequences>
      )}
    </ConfirmDialog>
  );
}
