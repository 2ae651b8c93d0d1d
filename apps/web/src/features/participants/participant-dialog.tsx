import { Modal, Text } from '@mantine/core';
import type { Attendance } from '@minga/contract/attendance';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { PersonalLinkStep } from '../../components/page/personal-link-step.tsx';
import { ownErrorText } from '../../lib/errors/error-sentences.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import {
  useAddParticipant,
  useAdmitParticipant,
  useRemoveParticipant,
  useUndoArrival,
  useUpdateParticipant,
} from './changes-api.ts';
import { ParticipantForm } from './participant-form.tsx';
import type { Intent } from './use-selection.ts';

/** The organiser's daily e-mails to people who did not confirm themselves are used up, or the person was mailed before. */
const NOT_MAILED = ', sin correo: avísale por tu cuenta';

interface Props {
  taskId: string;
  /** Of the activity. */
  title: string;
  /** The companions whom one person may bring. */
  companionsMax: number;
  hasStarted: boolean;
  /** E-mails about the activity wait until it is public (docs/mails.md). */
  isInReview: boolean;
  intent: Intent;
  isOpen: boolean;
  onAdded: (participant: Attendance) => void;
  onClose: () => void;
}

/** The dialog for the organiser's current action. */
export function ParticipantDialog({
  taskId,
  title,
  companionsMax,
  hasStarted,
  isInReview,
  intent,
  isOpen,
  onAdded,
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
  if (intent.kind === 'undo') {
    return (
      <UndoArrivalDialog taskId={taskId} participant={intent.participant} isOpen={isOpen} onClose={onClose} />
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
        <AddParticipantForm
          taskId={taskId}
          title={title}
          companionsMax={companionsMax}
          isInReview={isInReview}
          onAdded={onAdded}
          onClose={onClose}
        />
      ) : (
        <EditParticipantForm
          taskId={taskId}
          title={title}
          participant={intent.participant}
          companionsMax={companionsMax}
          hasStarted={hasStarted}
          isInReview={isInReview}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

interface AddParticipantFormProps {
  taskId: string;
  /** Of the activity. */
  title: string;
  companionsMax: number;
  isInReview: boolean;
  onAdded: (participant: Attendance) => void;
  onClose: () => void;
}

export function AddParticipantForm({
  taskId,
  title,
  companionsMax,
  isInReview,
  onAdded,
  onClose,
}: AddParticipantFormProps) {
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
      hint={
        isInReview
          ? 'Cuando aprueben la actividad, le enviaremos sus datos a este correo.'
          : 'Le enviaremos a este correo los datos de la actividad.'
      }
      isBusy={add.isPending}
      save={async ({ name, email, phone, companions }, isForced) => {
        const added = await add.mutateAsync({
          name,
          ...(email !== '' && { email }),
          ...(phone !== '' && { phone }),
          ...(companions > 0 && { companions }),
          ...(isForced && { force: true }),
        });
        toastSuccess(`Participante agregado${added.mailed === false ? NOT_MAILED : ' correctamente'}`);
        onAdded(added);
        if (added.personalLink === undefined) onClose();
        else setUnreachable({ name: added.name, phone: added.phone, link: added.personalLink });
      }}
      onClose={onClose}
    />
  );
}

interface EditParticipantFormProps {
  taskId: string;
  /** Of the activity. */
  title: string;
  participant: Attendance;
  companionsMax: number;
  /** No e-mail is sent once the activity has started. */
  hasStarted: boolean;
  isInReview: boolean;
  onClose: () => void;
}

export function EditParticipantForm({
  taskId,
  title,
  participant,
  companionsMax,
  hasStarted,
  isInReview,
  onClose,
}: EditParticipantFormProps) {
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
      hint={
        hasStarted
          ? null
          : `Si lo cambias, enviaremos al correo nuevo los datos de la actividad${isInReview ? ' cuando la aprueben' : ''}.`
      }
      isBusy={update.isPending}
      save={async fields => {
        const { updated, personalLink, mailed } = await update.mutateAsync(fields);
        toastSuccess(`Participante actualizado${mailed === false ? NOT_MAILED : ' correctamente'}`);
        if (personalLink === undefined) onClose();
        else setUnreachable({ name: updated.name, phone: updated.phone, link: personalLink });
      }}
      onClose={onClose}
    />
  );
}

/** The link of a participant without an e-mail, which only the organiser can pass on. */
interface LinkToPassOn {
  readonly name: string;
  readonly phone: string;
  readonly link: string;
}

interface LinkToPassOnProps extends LinkToPassOn {
  /** Of the activity. */
  readonly title: string;
  /** Another person had the place before. */
  readonly isReplaced: boolean;
  readonly onDone: () => void;
}

const LinkToPassOnStep = ({ name, phone, link, title, isReplaced, onDone }: LinkToPassOnProps) => (
  <PersonalLinkStep
    label="Enlace personal"
    link={link}
    message={`Hola, ${name}. Quedaste en la lista de «${title}». Con este enlace ves o cancelas tu asistencia:`}
    phone={phone}
    onDone={onDone}
  >
    {`${isReplaced ? 'El enlace de antes ya no sirve' : `${name} ya está en la lista`}. Envíale este enlace a ${name}: con él ve o cancela su asistencia. Como no tiene correo aquí, no se lo podemos enviar.`}
  </PersonalLinkStep>
);

interface AdmitParticipantDialogProps {
  taskId: string;
  participant: Attendance;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before a participant on the waiting list gets a place, which may be beyond the capacity. */
export function AdmitParticipantDialog({
  taskId,
  participant,
  isOpen,
  onClose,
}: AdmitParticipantDialogProps) {
  const admit = useAdmitParticipant(taskId);

  async function confirm(): Promise<string | undefined> {
    try {
      await admit.mutateAsync(participant);
      toastSuccess(`${participant.name} ya tiene cupo`);
      onClose();
    } catch (error) {
      return ownErrorText(error, 'Error al dar el cupo');
    }
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Dar cupo"
      confirmLabel="Dar cupo"
      color="forest"
      busyLabel="Dando cupo..."
      isBusy={admit.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Text>
        <strong>{participant.name}</strong>
        <span>{` tendrá un cupo aunque la actividad ya esté llena${noticeText(participant)}`}</span>
      </Text>
    </ConfirmDialog>
  );
}

/** How the person learns of it; the server can only send e-mails. */
function noticeText({ email, phone }: Attendance): string {
  if (email !== '') return ', y le avisaremos por correo.';
  return `. No dejó correo: avísale ${phone === '' ? 'tú' : 'por WhatsApp'}.`;
}

/** Asks before an arrival is undone, whether the door or the attendee registered it. */
export function UndoArrivalDialog({ taskId, participant, isOpen, onClose }: RemoveParticipantDialogProps) {
  const undo = useUndoArrival(taskId);

  async function confirm(): Promise<string | undefined> {
    try {
      await undo.mutateAsync(participant);
      toastSuccess('Llegada deshecha');
      onClose();
    } catch (error) {
      return ownErrorText(error, 'Error al deshacer la llegada');
    }
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Deshacer llegada"
      confirmLabel="Deshacer"
      busyLabel="Deshaciendo..."
      isBusy={undo.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Text>
        <strong>{participant.name}</strong>
        <span>
          {` quedará en la lista como si no hubiera llegado${participant.hours === null ? '.' : ', y sus horas confirmadas se borran.'}`}
        </span>
      </Text>
    </ConfirmDialog>
  );
}

interface RemoveParticipantDialogProps {
  taskId: string;
  participant: Attendance;
  isOpen: boolean;
  onClose: () => void;
}

/** Confirms a removal, which then removes the row optimistically. */
export function RemoveParticipantDialog({
  taskId,
  participant,
  isOpen,
  onClose,
}: RemoveParticipantDialogProps) {
  const remove = useRemoveParticipant(taskId);

  // Awaited instead of using mutate callbacks, which React Query skips once the list is unmounted.
  async function confirm() {
    onClose();
    try {
      await remove.mutateAsync(participant);
      toastSuccess('Participante eliminado correctamente');
    } catch (error) {
      toastError(ownErrorText(error, 'Error al eliminar participante'));
    }
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Eliminar participante"
      confirmLabel="Eliminar"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Text>
        ¿Seguro que quieres eliminar a <strong>{participant.name}</strong> de la lista? Esta acción no se
        puede deshacer.
      </Text>
    </ConfirmDialog>
  );
}
