import { Text } from '@mantine/core';
import type { Attendance } from '@minga/contract/attendance';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ownErrorText } from '../../../lib/own-error-text.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { useAdmitParticipant } from '../api/admit-participant.ts';

interface Props {
  taskId: string;
  participant: Attendance;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before a participant on the waiting list gets a place, which may be beyond the capacity. */
export function AdmitParticipantDialog({ taskId, participant, isOpen, onClose }: Props) {
  const admit = useAdmitParticipant(taskId);

  async function confirm(): Promise<string | undefined> {
    try {
      await admit.mutateAsync(participant);
      toastSuccess(`${participant.name} ya tiene cupo`);
      onClose();
    } catch (error) {
      return ownErrorText(error, 'Error al dar el cupo');
    }
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Dar cupo"
      confirmLabel="Dar cupo"
      color="forest"
      busyLabel="Dando cupo..."
      isBusy={admit.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Text>
        <strong>{participant.name}</strong>
        <span>{` tendrá un cupo aunque la actividad ya esté llena${noticeText(participant)}`}</span>
      </Text>
    </ConfirmDialog>
  );
}

/** How the person learns of it; the server can only send e-mails. */
function noticeText({ email, phone }: Attendance): string {
  if (email !== '') return ', y le avisaremos por correo.';
  return `. No dejó correo: avísale ${phone === '' ? 'tú' : 'por WhatsApp'}.`;
}
