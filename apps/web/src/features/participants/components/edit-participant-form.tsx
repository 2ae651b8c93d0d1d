import type { Attendance } from '@minga/contract/attendance';
import { toastSuccess } from '../../../lib/toasts.ts';
import { useUpdateParticipant } from '../api/update-participant.ts';
import { ParticipantForm } from './participant-form.tsx';

interface Props {
  taskId: string;
  participant: Attendance;
  companionsMax: number;
  /** No e-mail is sent for a past activity. */
  isPast: boolean;
  onClose: () => void;
}

export function EditParticipantForm({ taskId, participant, companionsMax, isPast, onClose }: Props) {
  const update = useUpdateParticipant(taskId, participant);
  return (
    <ParticipantForm
      taskId={taskId}
      participant={participant}
      companionsMax={companionsMax}
      submitLabel="Actualizar"
      busyLabel="Actualizando..."
      hint={isPast ? null : 'Si lo cambias, enviaremos al correo nuevo los datos de la actividad.'}
      isBusy={update.isPending}
      save={async attendee => {
        await update.mutateAsync(attendee);
        toastSuccess('Participante actualizado correctamente');
      }}
      onClose={onClose}
    />
  );
}
