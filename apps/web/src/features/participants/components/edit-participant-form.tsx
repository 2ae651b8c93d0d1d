import type { Attendance } from '@minga/contract/attendance';
import type { Contact } from '@minga/contract/contact';
import { toastSuccess } from '../../../lib/toasts.ts';
import { useUpdateParticipant } from '../api/update-participant.ts';
import { ParticipantForm } from './participant-form.tsx';

interface Props {
  taskId: string;
  participant: Attendance;
  contact: Contact;
  companionsMax: number;
  /** No e-mail is sent once the activity has started. */
  hasStarted: boolean;
  onClose: () => void;
}

export function EditParticipantForm({
  taskId,
  participant,
  contact,
  companionsMax,
  hasStarted,
  onClose,
}: Props) {
  const update = useUpdateParticipant(taskId, participant);
  return (
    <ParticipantForm
      taskId={taskId}
      participant={participant}
      contact={contact}
      companionsMax={companionsMax}
      submitLabel="Actualizar"
      busyLabel="Actualizando..."
      hint={hasStarted ? null : 'Si lo cambias, enviaremos al correo nuevo los datos de la actividad.'}
      isBusy={update.isPending}
      save={async ({ phone, ...attendee }) => {
        await update.mutateAsync({ ...attendee, ...(contact === 'any' && { phone }) });
        toastSuccess('Participante actualizado correctamente');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
