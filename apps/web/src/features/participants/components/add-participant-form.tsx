import type { Contact } from '@minga/contract/contact';
import { toastSuccess } from '../../../lib/toasts.ts';
import { useAddParticipant } from '../api/add-participant.ts';
import { ParticipantForm } from './participant-form.tsx';

interface Props {
  taskId: string;
  contact: Contact;
  companionsMax: number;
  onClose: () => void;
}

export function AddParticipantForm({ taskId, contact, companionsMax, onClose }: Props) {
  const add = useAddParticipant(taskId);
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
        await add.mutateAsync({
          name,
          ...(email !== '' && { email }),
          ...(phone !== '' && { phone }),
          ...(companions > 0 && { companions }),
          ...(isForced && { force: true }),
        });
        toastSuccess('Participante agregado correctamente');
      }}
      onClose={onClose}
    />
  );
}
