import type { Attendance } from '@minga/contract/attendance';
import { useState } from 'react';
import { toastSuccess } from '../../../lib/toasts.ts';
import { useUpdateParticipant } from '../api/update-participant.ts';
import { type LinkToPassOn, LinkToPassOnStep } from './link-to-pass-on.tsx';
import { ParticipantForm } from './participant-form.tsx';

interface Props {
  taskId: string;
  /** Of the activity. */
  title: string;
  participant: Attendance;
  companionsMax: number;
  /** No e-mail is sent once the activity has started. */
  hasStarted: boolean;
  onClose: () => void;
}

export function EditParticipantForm({
  taskId,
  title,
  participant,
  companionsMax,
  hasStarted,
  onClose,
}: Props) {
  const update = useUpdateParticipant(taskId, participant);
  /** Another person without an e-mail has got the place. */
  const [unreachable, setUnreachable] = useState<LinkToPassOn | null>(null);
  if (unreachable !== null)
    return <LinkToPassOnStep {...unreachable} title={title} isReplaced onDone={onClose} />;
  return (
    <ParticipantForm
      taskId={taskId}
      participant={participant}
      companionsMax={companionsMax}
      submitLabel="Actualizar"
      busyLabel="Actualizando..."
      hint={hasStarted ? null : 'Si lo cambias, enviaremos al correo nuevo los datos de la actividad.'}
      isBusy={update.isPending}
      save={async fields => {
        const { updated, personalLink } = await update.mutateAsync(fields);
        toastSuccess('Participante actualizado correctamente');
        if (personalLink === undefined) onClose();
        else setUnreachable({ name: updated.name, phone: updated.phone, link: personalLink });
      }}
      onClose={onClose}
    />
  );
}
