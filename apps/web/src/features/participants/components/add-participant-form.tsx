import { toastSuccess } from '../../../lib/toasts.ts';
import { useAddParticipant } from '../api/add-participant.ts';
import { ParticipantForm } from './participant-form.tsx';

interface Props {
  taskId: string;
  companionsMax: number;
  onClose: () => void;
}

export function AddParticipantForm({ taskId, companionsMax, onClose }: Props) {
  const add = useAddParticipant(taskId);
  return (
    <ParticipantForm
      taskId={taskId}
      companionsMax={companionsMax}
      submitLabel="Agregar"
      busyLabel="Agregando..."
      hint="Le enviaremos a este correo los datos de la actividad."
      isBusy={add.isPending}
      save={async ({ companions, ...attendee }, isForced) => {
        await add.mutateAsync({
          ...attendee,
          ...(companions > 0 && { companions }),
          ...(isForced && { force: true }),
        });
        toastSuccess('Participante agregado correctamente');
      }}
      onClose={onClose}
    />
  );
}
