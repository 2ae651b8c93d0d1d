import { Stack, TextInput } from '@mantine/core';
import { requestPersonalLink } from '@minga/contract/personal-link';
import * as z from 'zod/mini';
import { BusyButton } from '../../../components/busy-button.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useFormDraft } from '../../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { useRequestPersonalLink } from '../api/request-personal-link.ts';

/** Values as typed, not yet validated. */
const draftSchema = z.object({ email: z.string() });

/** Requests the links of all upcoming attendances. The success message does not reveal whether there are any. */
export function LinkRequestForm() {
  const request = useRequestPersonalLink();
  const form = useSchemaForm(requestPersonalLink.body, { email: '' });
  useFormDraft(form, { name: 'links', schema: draftSchema });
  const error = useTimedMessage();
  const success = useTimedMessage();

  const submit = form.handleSubmit(({ email }) =>
    request.mutate(
      { email },
      {
        onSuccess: ({ message }) => success.show(message, { stays: true }),
        onError: cause => error.show(errorSentences(cause, 'No pudimos enviar el enlace')),
      },
    ),
  );

  return (
    <form onSubmit={submit} noValidate aria-label="Pedir los enlaces de nuevo">
      <Stack gap="md">
        <MessageBox kind="error" message={error.message} />
        <MessageBox kind="success" message={success.message} />
        <TextInput
          label="Correo electrónico"
          description="Con el que confirmaste que ibas."
          type="email"
          inputMode="email"
          autoComplete="email"
          {...fieldProps(form, 'email')}
        />
        <BusyButton type="submit" size="lg" isBusy={request.isPending} busyLabel="Enviando…">
          Enviarme el enlace otra vez
        </BusyButton>
      </Stack>
    </form>
  );
}
