import { Text } from '@mantine/core';
import type { Attendance } from '@minga/contract/attendance';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ownErrorText } from '../../../lib/own-error-text.ts';
import { toastError, toastSuccess } from '../../../lib/toasts.ts';
import { useRemoveParticipant } from '../api/remove-participant.ts';

interface Props {
  taskId: string;
  participant: Attendance;
  isOpen: boolean;
  onClose: () => void;
}

/** Confirms a removal, which then removes the row optimistically. */
export function RemoveParticipantDialog({ taskId, participant, isOpen, onClose }: Props) {
  const remove = useRemoveParticipant(taskId);

  // Awaited instead of using mutate callbacks, which React Query skips once the list is unmounted.
  async function confirm() {
    onClose();
    try {
      await remove.mutateAsync(participant);
      toastSuccess('Participante eliminado correctamente');
    } catch (error) {
      toastError(ownErrorText(error, 'Error al eliminar participante'));
    }
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Eliminar participante"
      confirmLabel="Eliminar"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Text>
        ¿Seguro que quieres eliminar a <strong>{participant.name}</strong> de la lista? Esta acción no se
        puede deshacer.
      </Text>
    </ConfirmDialog>
  );
}
