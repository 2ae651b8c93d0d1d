import { useState } from 'react';
import { toastSuccess } from '../../../lib/toasts.ts';
import { useAddParticipant } from '../api/add-participant.ts';
import { type LinkToPassOn, LinkToPassOnStep } from './link-to-pass-on.tsx';
import { ParticipantForm } from './participant-form.tsx';

interface Props {
  taskId: string;
  /** Of the activity. */
  title: string;
  companionsMax: number;
  onClose: () => void;
}

export function AddParticipantForm({ taskId, title, companionsMax, onClose }: Props) {
  const add = useAddParticipant(taskId);
  const [unreachable, setUnreachable] = useState<LinkToPassOn | null>(null);

  if (unreachable !== null)
    return <LinkToPassOnStep {...unreachable} title={title} isReplaced={false} onDone={onClose} />;
  return (
    <ParticipantForm
      taskId={taskId}
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
