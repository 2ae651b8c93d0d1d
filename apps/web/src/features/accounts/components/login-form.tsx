import { Stack, TextInput } from '@mantine/core';
import { credentials } from '@minga/contract/accounts';
import * as z from 'zod/mini';
import { BusyButton } from '../../../components/busy-button.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { PasswordField } from '../../../components/form/password-field.tsx';
import { useKeptValues } from '../../../components/form/use-kept-values.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { ApiError } from '../../../lib/api.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { useLogin } from '../api/login.ts';
import { useResendVerification } from '../api/resend-verification.ts';
import { RecoveryButton } from './recovery-button.tsx';

/** As it stands in the form, right or wrong; a password is typed anew. */
const typed = z.object({ email: z.string() });

interface Props {
  /** The recovery dialog is to be open from the start. */
  isRecovering?: boolean | undefined;
  onRecoveryClose?: (() => void) | undefined;
}

/**
 * E-mail and password (spec 000 section 2). What the server refuses stands as a list above the form; who has not
 * verified the e-mail yet can ask for another link right there.
 */
export function LoginForm({ isRecovering, onRecoveryClose }: Props) {
  const login = useLogin();
  const form = useSchemaForm(credentials, { email: '', password: '' });
  useKeptValues(form, { name: 'login', schema: typed });
  const { message, say, clear } = useTimedMessage();
  const resend = useResendVerification();
  const sent = useTimedMessage();
  const unverified = isUnverified(login.error) ? login.variables?.email : undefined;

  const submit = form.handleSubmit(values => {
    clear();
    sent.clear();
    resend.reset();
    login.mutate(values, {
      onError: error => say(errorSentences(error, 'Error al iniciar sesión'), { stays: isUnverified(error) }),
    });
  });

  const sendLink = (email: string) =>
    resend.mutate(email, {
      onSuccess: reply => {
        clear();
        sent.say(reply.message, { stays: true });
      },
      onError: error => say(errorSentences(error, 'Error al enviar email de verificación'), { stays: true }),
    });

  return (
    <form onSubmit={submit} noValidate aria-label="Iniciar sesión">
      <Stack gap="md">
        <MessageBox kind="error" message={message} />
        <MessageBox kind="success" message={sent.message} takesFocus />
        {unverified !== undefined && !resend.isSuccess && (
          <BusyButton
            variant="default"
            onClick={() => sendLink(unverified)}
            isBusy={resend.isPending}
            busyLabel="Enviando…"
          >
            Enviar otro enlace de verificación
          </BusyButton>
        )}
        <TextInput
          label="Correo electrónico"
          type="email"
          autoComplete="username"
          inputMode="email"
          {...fieldProps(form, 'email')}
        />
        <PasswordField label="Contraseña" autoComplete="current-password" {...fieldProps(form, 'password')} />
        <RecoveryButton
          label="¿Olvidaste tu contraseña?"
          email={() => form.getValues('email')}
          isWanted={isRecovering}
          onClose={onRecoveryClose}
        />
        <BusyButton type="submit" isBusy={login.isPending} busyLabel="Entrando…" size="lg" mt="xs">
          Iniciar sesión
        </BusyButton>
      </Stack>
    </form>
  );
}

const isUnverified = (error: unknown) => error instanceof ApiError && error.code === 'EMAIL_NOT_VERIFIED';
