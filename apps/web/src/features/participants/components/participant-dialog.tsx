import { Modal } from '@mantine/core';
import type { Intent } from '../use-participant-dialog.ts';
import { AddParticipantForm } from './add-participant-form.tsx';
import { AdmitParticipantDialog } from './admit-participant-dialog.tsx';
import { EditParticipantForm } from './edit-participant-form.tsx';
import { RemoveParticipantDialog } from './remove-participant-dialog.tsx';

interface Props {
  taskId: string;
  /** Of the activity. */
  title: string;
  /** The companions whom one person may bring. */
  companionsMax: number;
  hasStarted: boolean;
  intent: Intent;
  isOpen: boolean;
  onClose: () => void;
}

/** The dialog for the organiser's current action. */
export function ParticipantDialog({
  taskId,
  title,
  companionsMax,
  hasStarted,
  intent,
  isOpen,
  onClose,
}: Props) {
  if (intent.kind === 'remove') {
    return (
      <RemoveParticipantDialog
        taskId={taskId}
        participant={intent.participant}
        isOpen={isOpen}
        onClose={onClose}
      />
    );
  }
  if (intent.kind === 'admit') {
    return (
      <AdmitParticipantDialog
        taskId={taskId}
        participant={intent.participant}
        isOpen={isOpen}
        onClose={onClose}
      />
    );
  }
  const isNew = intent.kind === 'add';
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      closeOnClickOutside={false}
      title={isNew ? 'Nuevo Participante' : 'Editar Participante'}
    >
      {isNew ? (
        <AddParticipantForm taskId={taskId} title={title} companionsMax={companionsMax} onClose={onClose} />
      ) : (
        <EditParticipantForm
          taskId={taskId}
          title={title}
          participant={intent.participant}
          companionsMax={companionsMax}
          hasStarted={hasStarted}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
