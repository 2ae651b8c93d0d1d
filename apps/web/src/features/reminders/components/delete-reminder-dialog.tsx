import type { Reminder } from '@minga/contract/reminders';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { titleText } from '../activity-texts.ts';
import { useDeleteReminder } from '../api/delete-reminder.ts';
import { errorReason } from '../error-reason.ts';
import type { Banner } from '../use-banner.ts';

interface Props {
  reminder: Reminder;
  isOpen: boolean;
  banner: Banner;
  onClose: () => void;
}

export function DeleteReminderDialog({ reminder, isOpen, banner, onClose }: Props) {
  const remove = useDeleteReminder();

  async function confirm() {
    if (remove.isPending) return;
    try {
      await remove.mutateAsync(reminder._id);
      banner.showSuccess('Notificación eliminada correctamente.');
    } catch (error) {
      const reason = errorReason(error, 'Error al eliminar configuración');
      banner.showError(`Error al eliminar notificación: ${reason}`);
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
