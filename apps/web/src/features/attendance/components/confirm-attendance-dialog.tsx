import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { type Confirmation, confirmation, INCOMPLETE_MESSAGE } from '@minga/contract/attendance';
import { type FieldErrors, useForm } from 'react-hook-form';
import { omit } from 'zod/mini';
import { useErrorToasts } from '../../../components/use-error-toasts.ts';
import { ApiError } from '../../../lib/api.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { useConfirmAttendance } from '../api/confirm-attendance.ts';
import type { Viewer } from '../viewer.ts';

const attendee = omit(confirmation, { taskId: true });
type Attendee = Omit<Confirmation, 'taskId'>;

interface Props {
  readonly activity: Pick<Activity, '_id' | 'title'>;
  readonly viewer: Viewer;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The e-mail is on the activity's list now, or was already. */
  readonly onConfirmed: () => void;
}

/** 'Confirmar asistencia' (spec 000 section 2, activity card). */
export function ConfirmAttendanceDialog({ activity, viewer, isOpen, onClose, onConfirmed }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Confirmar asistencia">
      <AttendeeForm activity={activity} viewer={viewer} onClose={onClose} onConfirmed={onConfirmed} />
    </Modal>
  );
}

/** Lives as long as the dialog is open: the next opening starts anew. */
function AttendeeForm({ activity, viewer, onClose, onConfirmed }: Omit<Props, 'isOpen'>) {
  const confirm = useConfirmAttendance(viewer);
  const { complain, takeBack } = useErrorToasts();
  const { register, handleSubmit, formState, setError } = useForm<Attendee>({
    resolver: zodResolver(attendee),
    defaultValues: { name: viewer?.username ?? '', email: viewer?.email ?? '' },
  });

  // Awaited, so that the outcome is told even to who closed the dialog meanwhile.
  async function send(fields: Attendee) {
    try {
      const already = await confirm.mutateAsync({ taskId: activity._id, ...fields });
      takeBack();
      if (already === null) toastSuccess('Asistencia confirmada correctamente!');
      else complain(already);
      onConfirmed();
    } catch (error) {
      const message = sentenceOf(error);
      // Somebody's e-mail is on the list, which does not say that it is this person's.
      if (error instanceof ApiError && error.status === 409)
        return setError('email', { message }, { shouldFocus: true });
      complain(message);
    }
  }

  function explain(errors: FieldErrors<Attendee>): void {
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
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" disabled={confirm.isPending}>
            {confirm.isPending ? 'Confirmando...' : 'Confirmar'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Beside its field the sentence need not say which data are missing. */
const fieldError = (message: string | undefined) =>
  message === INCOMPLETE_MESSAGE ? 'Completa este campo' : message;

function sentenceOf(error: unknown): string {
  const isAnswer = error instanceof ApiError && error.code !== 'UNREADABLE';
  return isAnswer ? error.messages.join(' ') : 'Error al confirmar asistencia';
}
