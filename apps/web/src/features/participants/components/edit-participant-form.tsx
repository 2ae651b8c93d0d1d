import type { Attendance } from '@minga/contract/attendance';
import type { Contact } from '@minga/contract/contact';
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
  contact: Contact;
  companionsMax: number;
  /** No e-mail is sent once the activity has started. */
  hasStarted: boolean;
  onClose: () => void;
}

export function EditParticipantForm({
  taskId,
  title,
  participant,
  contact,
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
      contact={contact}
      companionsMax={companionsMax}
      submitLabel="Actualizar"
      busyLabel="Actualizando..."
      hint={hasStarted ? null : 'Si lo cambias, enviaremos al correo nuevo los datos de la actividad.'}
      isBusy={update.isPending}
      save={async ({ phone, ...attendee }) => {
        const { updated, personalLink } = await update.mutateAsync({
          ...attendee,
          ...(contact === 'any' && { phone }),
        });
        toastSuccess('Participante actualizado correctamente');
        if (personalLink === undefined) onClose();
        else setUnreachable({ name: updated.name, phone: updated.phone, link: personalLink });
      }}
      onClose={onClose}
    />
  );
}
