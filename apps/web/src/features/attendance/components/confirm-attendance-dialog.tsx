import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { attendee, confirmation, INCOMPLETE_MESSAGE } from '@minga/contract/attendance';
import { useEffect, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import * as z from 'zod/mini';
import { BusyButton } from '../../../components/busy-button.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { useErrorToasts } from '../../../components/use-error-toasts.ts';
import { ApiError } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { now } from '../../../lib/now.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { useConfirmAttendance } from '../api/confirm-attendance.ts';
import { prepareProof } from '../api/is-on-list.ts';
import { isDayBeforeAhead } from '../day-before.ts';
import type { Viewer } from '../viewer.ts';
import classes from './confirm-attendance-dialog.module.css';
import { SendLink } from './send-link.tsx';

const fields = z.extend(attendee, { remind: confirmation.shape.remind });
type Fields = z.infer<typeof fields>;

interface Props {
  readonly activity: Pick<Activity, '_id' | 'title' | 'date'>;
  readonly viewer: Viewer;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The e-mail is on the activity's list now, or was already. */
  readonly onConfirmed: () => void;
}

/** 'Confirmar asistencia' (spec 000 section 2, activity card). */
export function ConfirmAttendanceDialog({ activity, viewer, isOpen, onClose, onConfirmed }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} closeOnClickOutside={false} title="Confirmar asistencia">
      <AttendeeForm activity={activity} viewer={viewer} onClose={onClose} onConfirmed={onConfirmed} />
    </Modal>
  );
}

/** Lives as long as the dialog is open: the next opening starts anew. */
function AttendeeForm({ activity, viewer, onClose, onConfirmed }: Omit<Props, 'isOpen'>) {
  const confirm = useConfirmAttendance(viewer);
  const { complain, takeBack } = useErrorToasts();
  const { register, handleSubmit, formState, setError } = useSchemaForm(fields, {
    name: viewer?.username ?? '',
    email: viewer?.email ?? '',
    // A ticked box is nobody's choice.
    remind: false,
  });

  /** Of somebody who is on the list already, perhaps this visitor from another phone. */
  const [takenEmail, setTakenEmail] = useState<string | null>(null);

  useEffect(() => {
    void prepareProof(activity._id);
  }, [activity._id]);

  // Awaited, so that the outcome is told even to who closed the dialog meanwhile.
  async function send({ remind, ...person }: Fields) {
    try {
      const already = await confirm.mutateAsync({
        taskId: activity._id,
        ...person,
        ...(remind && { remind }),
      });
      takeBack();
      if (already === null) toastSuccess('Asistencia confirmada correctamente!');
      else complain(already);
      onConfirmed();
    } catch (error) {
      const message = errorText(error, 'Error al confirmar asistencia');
      // Somebody's e-mail is on the list, which does not say that it is this person's.
      if (error instanceof ApiError && error.status === 409) return refuse(person.email, message);
      complain(message);
    }
  }

  function refuse(email: string, message: string): void {
    setError('email', { message }, { shouldFocus: true });
    setTakenEmail(email);
  }

  function explain(errors: FieldErrors<Fields>): void {
    const isIncomplete = Object.values(errors).some(error => error?.message === INCOMPLETE_MESSAGE);
    if (isIncomplete) complain('Completa todos los campos');
  }

  return (
    <form noValidate onSubmit={handleSubmit(send, explain)}>
      <Stack gap="md">
        <Text c="dimmed">{activity.title}</Text>
        <TextInput
          label="Nombre"
          autoComplete="name"
          data-autofocus={viewer === null || undefined}
          error={fieldError(formState.errors.name?.message)}
          {...register('name')}
        />
        <TextInput
          label="Correo electrónico"
          type="email"
          inputMode="email"
          autoComplete="email"
          error={fieldError(formState.errors.email?.message)}
          {...register('email')}
        />
        {viewer === null && takenEmail !== null && (
          <SendLink key={takenEmail} taskId={activity._id} email={takenEmail}>
            ¿Eres tú y confirmaste desde otro navegador? Podemos enviarte el enlace de tu asistencia.
          </SendLink>
        )}
        {isDayBeforeAhead(activity.date, now()) && (
          <Checkbox
            size="md"
            label="Recordármelo un día antes por correo"
            classNames={{ body: classes.body, label: classes.label }}
            {...register('remind')}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <BusyButton type="submit" isBusy={confirm.isPending} busyLabel="Confirmando...">
            Confirmar
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}

/** Beside its field the sentence need not say which data are missing. */
const fieldError = (message: string | undefined) =>
  message === INCOMPLETE_MESSAGE ? 'Completa este campo' : message;
