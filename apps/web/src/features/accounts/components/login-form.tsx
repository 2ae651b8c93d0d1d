import { Stack, TextInput } from '@mantine/core';
import { credentials } from '@minga/contract/accounts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { BusyButton } from '../../../components/busy-button.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { PasswordField } from '../../../components/form/password-field.tsx';
import { useFormDraft } from '../../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { ApiError } from '../../../lib/api.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { useLogin } from '../api/login.ts';
import { useResendVerification } from '../api/resend-verification.ts';
import { supportsPasskeys } from '../passkey-support.ts';
import { OrDivider } from './or-divider.tsx';
import { PasskeyLogin } from './passkey-login.tsx';
import { RecoveryButton } from './recovery-button.tsx';
import { SecondStep } from './second-step.tsx';

/** Values as typed, not yet validated. The password is never stored. */
const draftSchema = z.object({ email: z.string() });

interface Props {
  /** Opens the recovery dialog on arrival. */
  isRecoveryOpen?: boolean | undefined;
  onRecoveryClose?: (() => void) | undefined;
}

/**
 * E-mail and password (docs/rules.md R2.7), or a passkey in a browser that knows them. The server's errors are listed above the form. If the e-mail is not verified
 * yet, the user can request another link here.
 */
export function LoginForm({ isRecoveryOpen, onRecoveryClose }: Props) {
  const login = useLogin();
  const form = useSchemaForm(credentials, { email: '', password: '' });
  useFormDraft(form, { name: 'login', schema: draftSchema });
  const { message, show, clear } = useTimedMessage();
  const resend = useResendVerification();
  const sent = useTimedMessage();
  const [knowsPasskeys] = useState(supportsPasskeys);
  const unverified = isUnverified(login.error) ? login.variables?.email : undefined;

  const submit = form.handleSubmit(values => {
    clear();
    sent.clear();
    resend.reset();
    login.mutate(values, {
      onError: error =>
        show(errorSentences(error, 'Error al iniciar sesión'), { stays: isUnverified(error) }),
    });
  });

  const sendLink = (email: string) =>
    resend.mutate(email, {
      onSuccess: reply => {
        clear();
        sent.show(reply.message, { stays: true });
      },
      onError: error => show(errorSentences(error, 'Error al enviar email de verificación'), { stays: true }),
    });

  function startOver(reason?: readonly string[]) {
    login.reset();
    form.resetField('password');
    clear();
    if (reason !== undefined) show(reason, { stays: true });
  }

  if (login.data !== undefined && 'next' in login.data)
    return <SecondStep knowsPasskeys={knowsPasskeys} onStartOver={startOver} />;
  return (
    <Stack gap="md">
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
            // The browser suggests passkeys, too (passkey-login.tsx).
            autoComplete="username webauthn"
            inputMode="email"
            {...fieldProps(form, 'email')}
          />
          <PasswordField
            label="Contraseña"
            autoComplete="current-password"
            {...fieldProps(form, 'password')}
          />
          <RecoveryButton
            label="¿Olvidaste tu contraseña?"
            email={() => form.getValues('email')}
            isOpenFromUrl={isRecoveryOpen}
            onClose={onRecoveryClose}
          />
          <BusyButton type="submit" isBusy={login.isPending} busyLabel="Entrando…" size="lg" mt="xs">
            Iniciar sesión
          </BusyButton>
        </Stack>
      </form>
      {knowsPasskeys && (
        <>
          <OrDivider />
          <PasskeyLogin hasSuggestions />
        </>
      )}
    </Stack>
  );
}

const isUnverified = (error: unknown) => error instanceof ApiError && error.code === 'EMAIL_NOT_VERIFIED';
