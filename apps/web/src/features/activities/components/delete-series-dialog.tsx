import { Text } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import type { Scope } from '@minga/contract/series';
import { ownErrorText } from '../../../lib/own-error-text.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { useDeleteActivity } from '../api/delete-activity.ts';
import { outcomeText } from '../series-text.ts';
import { ScopeDialog } from './scope-dialog.tsx';

interface Props {
  readonly activity: Pick<Activity, '_id' | 'title' | 'date' | 'series'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called before the card with the focused button is removed; the returned function moves the focus afterwards. */
  readonly captureFocusTarget: () => () => void;
  readonly onDeleted?: () => void;
}

/** Confirms the deletion of one or more occurrences of a series. */
export function DeleteSeriesDialog({ activity, isOpen, onClose, captureFocusTarget, onDeleted }: Props) {
  const remove = useDeleteActivity(activity._id);

  async function confirm(scope: Scope): Promise<string | undefined> {
    const moveFocus = captureFocusTarget();
    try {
      const outcome = await remove.mutateAsync(scope);
      toastSuccess(outcome === null ? 'Actividad eliminada' : outcomeText(outcome));
      moveFocus();
      onClose();
      onDeleted?.();
    } catch (error) {
      return ownErrorText(error, 'Error al eliminar la actividad');
    }
  }

  return (
    <ScopeDialog
      activity={activity}
      isOpen={isOpen}
      title="¿Qué fechas quieres eliminar?"
      label={activity.title}
      confirmLabel="Eliminar"
      busyLabel="Eliminando..."
      isBusy={remove.isPending}
      color="clay"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Text>
        Se eliminan para siempre con su imagen, sus asistencias y sus recordatorios, también las que cambiaste
        aparte. A quienes iban y dejaron correo les avisamos una sola vez. Las que ya pasaron quedan.
      </Text>
    </ScopeDialog>
  );
}
