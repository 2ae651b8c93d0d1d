import type { Reminder } from '@minga/contract/reminders';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { useDeleteReminder } from './api.ts';
import { errorReason, titleText } from './model.ts';
import type { RowOutcome } from './use-row-outcome.ts';

interface Props {
  reminder: Reminder;
  isOpen: boolean;
  outcome: RowOutcome;
  onClose: () => void;
}

export function DeleteReminderDialog({ reminder, isOpen, outcome, onClose }: Props) {
  const remove = useDeleteReminder();

  async function confirm() {
    if (remove.isPending) return;
    try {
      await remove.mutateAsync(reminder._id);
      outcome.showSuccess('Notificación eliminada correctamente.');
    } catch (error) {
      const reason = errorReason(error, 'Error al eliminar configuración');
      outcome.showError(`Error al eliminar notificación: ${reason}`);
    }
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Eliminar notificación"
      confirmLabel="Eliminar"
      busyLabel="Eliminando..."
      isBusy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      ¿Estás seguro de que quieres eliminar esta notificación? No te recordaremos{' '}
      <strong>{titleText(reminder.task.title)}</strong>.
    </ConfirmDialog>
  );
}
