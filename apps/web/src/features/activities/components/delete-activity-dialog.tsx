import type { Activity } from '@minga/contract/activities';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Consequences } from '../../../components/consequences.tsx';
import { ownText } from '../../../lib/own-text.ts';
import { toastError, toastSuccess } from '../../../lib/toasts.ts';
import { useDeleteActivity } from '../api/delete-activity.ts';

interface Props {
  activity: Pick<Activity, '_id' | 'title'>;
  isOpen: boolean;
  onClose: () => void;
  /** Its card goes, and with it what had the focus: finds another place; what it returns moves there. */
  leave: () => () => void;
  /** Where it is asked in other words than a card's. */
  title?: string;
  children?: ReactNode;
  onDeleted?: () => void;
}

/** Asks before one's own activity is deleted (spec 000 section 2, activity card). */
export function DeleteActivityDialog({ activity, isOpen, onClose, leave, ...words }: Props) {
  const remove = useDeleteActivity(activity._id);

  async function confirm() {
    const moveFocus = leave();
    try {
      await remove.mutateAsync();
      toastSuccess('Actividad eliminada');
      moveFocus();
      words.onDeleted?.();
    } catch (error) {
      toastError(ownText(error, 'Error al eliminar la actividad'));
    }
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.title ?? 'Estás seguro que deseas eliminar esta actividad?'}
      confirmLabel="Eliminar"
      busyLabel="Eliminando..."
      isBusy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {words.children ?? (
        <Consequences subject={activity.title}>
          Los archivos asociados se eliminan para siempre, como la imagen. También las asistencias y los
          recordatorios.
        </Consequences>
      )}
    </ConfirmDialog>
  );
}
