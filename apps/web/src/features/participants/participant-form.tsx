import { NativeSelect, Stack, TextInput } from '@mantine/core';
import type { Attendance } from '@minga/contract/attendance';
import { attendee, INCOMPLETE_MESSAGE } from '@minga/contract/confirmation';
import { companions } from '@minga/contract/places';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { DialogButtons } from '../../components/dialog/dialog-buttons.tsx';
import { DialogError } from '../../components/dialog/dialog-error.tsx';
import { WithEmailSuggestion } from '../../components/form/email-suggestion.tsx';
import { fieldProps } from '../../components/form/field-props.ts';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { attendeeEmail } from '../../lib/attendance/attendee-email.ts';
import { companionChoices } from '../../lib/attendance/companion-choices.ts';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { ApiError } from '../../lib/server/api.ts';
import { mergePages } from '../../lib/server/pages.ts';
import { toastError } from '../../lib/toasts.ts';
import { participantsQuery, refreshParticipants } from './api.ts';
import { TAKEN_MESSAGES, takenField } from './model.ts';

/** The participant was removed or cancelled while the form was open. */
const GONE_MESSAGE = 'Esta persona ya no está en la lista';

interface Props {
  taskId: string;
  /** Absent for a new participant. */
  participant?: Attendance;
  submitLabel: string;
  busyLabel: string;
  /** The companions whom one person may bring. */
  companionsMax: number;
  /** What the e-mail is used for. */
  hint: string | null;
  isBusy: boolean;
  /** Closes the dialog, or shows what follows. Rejects with an ApiError: with FULL, it is repeated with `isForced` if the organiser wants so. */
  save: (fields: ParticipantFields, isForced: boolean) => Promise<void>;
  onClose: () => void;
}

/** Organisers add people who left nothing but their name, whatever the activity asks of those who confirm themselves. */
const schema = z.object({
  name: attendee.shape.name,
  email: attendeeEmail('any'),
  phone: z.string().check(z.trim()),
  companions: z.pipe(z.pipe(z.string(), z.transform(Number)), companions),
});
type ParticipantFields = z.output<typeof schema>;

/** Name, e-mail, phone and companions of a participant. Mounted only while its dialog is open, so that each opening starts empty. */
export function ParticipantForm(props: Props) {
  const { taskId, participant, save, onClose } = props;
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useSchemaForm(schema, {
    name: participant?.name ?? '',
    email: participant?.email ?? '',
    phone: participant?.phone ?? '',
    companions: String(participant?.companions ?? 0),
  });
  /** There is no room; the organiser may add the participant nevertheless. */
  const [isFull, setFull] = useState(false);
  const companionsMax = Math.max(props.companionsMax, participant?.companions ?? 0);

  // Awaited instead of using mutate callbacks, which React Query skips once the dialog is unmounted.
  async function send(fields: ParticipantFields) {
    setFailure(null);
    const list = queryClient.getQueryData(participantsQuery(taskId).queryKey);
    const takenName = list && takenField(mergePages(list).rows, fields, participant?._id);
    if (takenName) {
      form.setError(takenName, { message: TAKEN_MESSAGES[takenName] }, { shouldFocus: true });
      // The other participant may have been removed since: the next attempt is validated against the refetched list.
      return void refreshParticipants(queryClient, taskId);
    }
    try {
      await save(fields, isFull);
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      const message =
        isGone && participant ? GONE_MESSAGE : errorText(error, 'Error al guardar participante');
      if (isGone) {
        toastError(message);
        // There is nothing left to save; the mutation refetches the list.
        return onClose();
      }
      if (error instanceof ApiError && error.code === 'FULL') {
        setFull(participant === undefined);
        return setFailure(message);
      }
      const isTaken = error instanceof ApiError && error.status === 409;
      if (!isTaken) return setFailure(message);
      // The server does not say which one is taken; a name is compared with the whole list before.
      const isPhone = fields.email === '' && fields.phone !== '';
      const field = isPhone ? 'phone' : 'email';
      form.setError(field, { message: isPhone ? TAKEN_MESSAGES.phone : message }, { shouldFocus: true });
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
        <WithEmailSuggestion form={form} email={form.watch('email')}>
          <TextInput
            label="Correo electrónico (opcional)"
            type="email"
            inputMode="email"
            autoComplete="off"
            description={props.hint}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            {...fieldProps(form, 'email')}
          />
        </WithEmailSuggestion>
        <TextInput
          label="Teléfono (opcional)"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          {...fieldProps(form, 'phone')}
        />
        {companionsMax > 0 && (
          <NativeSelect
            size="md"
            label="¿Con cuántas personas va?"
            data={companionChoices(companionsMax)}
            error={form.formState.errors.companions?.message}
            {...form.register('companions')}
          />
        )}
        <DialogError text={failure} />
        <DialogButtons onCancel={onClose} isBusy={props.isBusy} busyLabel={props.busyLabel}>
          {isFull ? 'Agregar de todos modos' : props.submitLabel}
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** The contract has one message for any missing value; each field shows its own. */
const required = <Field extends { error: string | undefined }>(field: Field, sentence: string): Field => ({
  ...field,
  error: field.error === INCOMPLETE_MESSAGE ? sentence : field.error,
});
