import type { Contact } from '@minga/contract/contact';
import { useState } from 'react';
import { PersonalLinkStep } from '../../../components/personal-link-step.tsx';
import { toastSuccess } from '../../../lib/toasts.ts';
import { useAddParticipant } from '../api/add-participant.ts';
import { ParticipantForm } from './participant-form.tsx';

interface Props {
  taskId: string;
  /** Of the activity. */
  title: string;
  contact: Contact;
  companionsMax: number;
  onClose: () => void;
}

export function AddParticipantForm({ taskId, title, contact, companionsMax, onClose }: Props) {
  const add = useAddParticipant(taskId);
  /** An attendee without an e-mail, whose link only the organiser can pass on. */
  const [unreachable, setUnreachable] = useState<{ name: string; phone: string; link: string } | null>(null);

  if (unreachable !== null)
    return (
      <PersonalLinkStep
        label="Enlace personal"
        link={unreachable.link}
        message={`Hola, ${unreachable.name}. Quedaste en la lista de «${title}». Con este enlace ves o cancelas tu asistencia:`}
        phone={unreachable.phone}
        onDone={onClose}
      >
        {`Envíale este enlace a ${unreachable.name}: con él ve o cancela su asistencia. Como no tiene correo aquí, no se lo podemos enviar.`}
      </PersonalLinkStep>
    );
  return (
    <ParticipantForm
      taskId={taskId}
      contact={contact}
      companionsMax={companionsMax}
      submitLabel="Agregar"
      busyLabel="Agregando..."
      hint="Le enviaremos a este correo los datos de la actividad."
      isBusy={add.isPending}
      save={async ({ name, email, phone, companions }, isForced) => {
        const added = await add.mutateAsync({
          name,
          ...(email !== '' && { email }),
          ...(phone !== '' && { phone }),
          ...(companions > 0 && { companions }),
          ...(isForced && { force: true }),
        });
        toastSuccess('Participante agregado correctamente');
        if (added.personalLink === undefined) onClose();
        else setUnreachable({ name: added.name, phone: added.phone, link: added.personalLink });
      }}
      onClose={onClose}
    />
  );
}
