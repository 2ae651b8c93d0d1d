import { toastSuccess } from '../../../lib/toasts.ts';
import { useAddParticipant } from '../api/add-participant.ts';
import { ParticipantForm } from './participant-form.tsx';

interface Props {
  taskId: string;
  onClose: () => void;
}

export function AddParticipantForm({ taskId, onClose }: Props) {
  const add = useAddParticipant(taskId);
  return (
    <ParticipantForm
      taskId={taskId}
      submitLabel="Agregar"
      busyLabel="Agregando..."
      hint="Le enviaremos a este correo los datos de la actividad."
      isBusy={add.isPending}
      save={async attendee => {
        await add.mutateAsync(attendee);
        toastSuccess('Participante agregado correctamente');
      }}
      onClose={onClose}
    />
  );
}
