import { Text } from '@mantine/core';
import type { Attendance } from '@minga/contract/attendance';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { ownErrorText } from '../../lib/errors/error-sentences.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { useRemoveParticipants } from './changes-api.ts';

interface Props {
  readonly taskId: string;
  readonly participants: readonly Attendance[];
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

const NAMED_MAX = 3;

/** Confirms the removal of several participants. */
export function RemoveParticipantsDialog({ taskId, participants, onClose, onRemoved }: Props) {
  const remove = useRemoveParticipants(taskId);

  async function confirm(): Promise<string | undefined> {
    try {
      const count = await remove.mutateAsync(participants.map(({ _id }) => _id));
      toastSuccess(count === 1 ? 'Quitamos a 1 persona' : `Quitamos a ${count} personas`);
      onClose();
      onRemoved();
    } catch (error) {
      return ownErrorText(error, 'Error al eliminar participantes');
    }
  }

  return (
    <ConfirmDialog
      isOpen
      title="Eliminar participantes"
      confirmLabel="Eliminar"
      busyLabel="Eliminando..."
      isBusy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Text>
        ¿Seguro que quieres eliminar de la lista a <strong>{namesText(participants)}</strong>? Esta acción no
        se puede deshacer.
      </Text>
    </ConfirmDialog>
  );
}

/** 'Ana, Luz y 4 más'. */
function namesText(participants: readonly Attendance[]): string {
  const named = participants.slice(0, participants.length > NAMED_MAX ? NAMED_MAX - 1 : NAMED_MAX);
  const names = named.map(({ name }) => name);
  const rest = participants.length - named.length;
  return new Intl.ListFormat('es-CO').format(rest > 0 ? [...names, `${rest} más`] : names);
}
