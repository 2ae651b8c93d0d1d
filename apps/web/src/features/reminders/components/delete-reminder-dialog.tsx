import type { Reminder } from '@minga/contract/reminders';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useDeleteReminder } from '../api/delete-reminder.ts';
import { reasonOf } from '../failure.ts';
import { shownTitle } from '../shown-activity.ts';
import type { Banner } from '../use-banner.ts';

interface Props {
  reminder: Reminder;
  isOpen: boolean;
  banner: Banner;
  onClose: () => void;
}

/** Asks before a reminder is deleted. */
export function DeleteReminderDialog({ reminder, isOpen, banner, onClose }: Props) {
  const remove = useDeleteReminder();

  async function confirm() {
    if (remove.isPending) return;
    try {
      await remove.mutateAsync(reminder._id);
      banner.succeed('Notificación eliminada correctamente.');
    } catch (error) {
      const reason = reasonOf(error, 'Error al eliminar configuración');
      banner.fail(`Error al eliminar notificación: ${reason}`);
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
      <strong>{shownTitle(reminder.task.title)}</strong>.
    </ConfirmDialog>
  );
}
