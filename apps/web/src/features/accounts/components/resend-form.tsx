import { Stack, TextInput } from '@mantine/core';
import { resendRequest } from '@minga/contract/accounts';
import * as z from 'zod/mini';
import { BusyButton } from '../../../components/busy-button.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useFormDraft } from '../../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { useResendVerification } from '../api/resend-verification.ts';

/** Values as typed, not yet validated. */
const draftSchema = z.object({ email: z.string() });

/** Requests another verification link. Its button is enabled while the address is valid. */
export function ResendForm({ onSent }: { onSent: () => void }) {
  const resend = useResendVerification();
  const form = useSchemaForm(resendRequest, { email: '' }, 'onChange');
  useFormDraft(form, { name: 'resend', schema: draftSchema });
  const { message, show } = useTimedMessage();
  const isValid = form.formState.isValid;

  const submit = form.handleSubmit(({ email }) =>
    resend.mutate(email, {
      onSuccess: onSent,
      onError: error => show(errorSentences(error, 'Error al enviar email de verificación')),
    }),
  );

  return (
    <form onSubmit={submit} noValidate aria-label="Pedir otro enlace">
      <Stack gap="md">
        <MessageBox kind="error" message={message} />
        <TextInput
          label="Correo electrónico"
          type="email"
          inputMode="email"
          autoComplete="email"
          {...fieldProps(form, 'email')}
          success={isValid ? 'Email válido' : undefined}
        />
        <BusyButton
          type="submit"
          size="lg"
          disabled={!isValid}
          isBusy={resend.isPending}
          busyLabel="Enviando…"
        >
          Enviar nuevo enlace
        </BusyButton>
      </Stack>
    </form>
  );
}
