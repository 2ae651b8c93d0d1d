import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type Attendance, type Attendee, attendee, INCOMPLETE_MESSAGE } from '@minga/contract/attendance';
import { useQueryClient } from '@tanstack/react-query';
import { BusyButton } from '../../../components/busy-button.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { useErrorToasts } from '../../../components/use-error-toasts.ts';
import { ApiError } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { joined } from '../../../lib/pages.ts';
import { participantsOf, refreshParticipants } from '../api/participants.ts';
import { TAKEN, takenField } from '../taken-field.ts';

/** Taken off elsewhere, or cancelled, while the form was open. */
const LEFT = 'Esta persona ya no está en la lista';

interface Props {
  taskId: string;
  /** Whom it is about; absent for somebody new. */
  participant?: Attendance;
  submitLabel: string;
  busyLabel: string;
  /** What the e-mail is used for. */
  hint: string | null;
  isBusy: boolean;
  /** Fails with an ApiError. */
  save: (attendee: Attendee) => Promise<void>;
  onClose: () => void;
}

/** Name and e-mail of somebody who comes. Lives as long as its dialog is open: the next opening starts anew. */
export function ParticipantForm(props: Props) {
  const { taskId, participant, save, onClose } = props;
  const queryClient = useQueryClient();
  const { complain, takeBack } = useErrorToasts();
  const form = useSchemaForm(attendee, { name: participant?.name ?? '', email: participant?.email ?? '' });

  // Awaited, so that the outcome is told even to who closed the dialog meanwhile.
  async function send(fields: Attendee) {
    const list = queryClient.getQueryData(participantsOf(taskId).queryKey);
    const taken = list && takenField(joined(list).rows, fields, participant?._id);
    if (taken) {
      form.setError(taken, { message: TAKEN }, { shouldFocus: true });
      // The other may be gone since: the next try is judged by the list as it is now.
      return void refreshParticipants(queryClient, taskId);
    }
    try {
      await save(fields);
      takeBack();
      onClose();
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      const message = isGone && participant ? LEFT : errorText(error, 'Error al guardar participante');
      complain(message);
      // There is nothing more to be saved; what is left of the list is asked for anew.
      if (isGone) return onClose();
      // Either of the two may be what is registered already.
      const isTaken = error instanceof ApiError && error.status === 409;
      if (isTaken) form.setError('email', { message }, { shouldFocus: true });
    }
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(send)}>
      <Stack gap="md">
        <TextInput
          label="Nombre completo"
          autoComplete="off"
          data-autofocus
          {...required(fieldProps(form, 'name'), 'El nombre es requerido')}
        />
        <TextInput
          label="Correo electrónico"
          type="email"
          inputMode="email"
          autoComplete="off"
          description={props.hint}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          {...required(fieldProps(form, 'email'), 'El correo electrónico es requerido')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <BusyButton type="submit" isBusy={props.isBusy} busyLabel={props.busyLabel}>
            {props.submitLabel}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}

/** The contract has one sentence for whatever is missing; beside its field each has its own. */
const required = <Field extends { error: string | undefined }>(field: Field, sentence: string): Field => ({
  ...field,
  error: field.error === INCOMPLETE_MESSAGE ? sentence : field.error,
});
