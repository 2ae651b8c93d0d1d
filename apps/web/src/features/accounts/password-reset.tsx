import { Button, Stack } from '@mantine/core';
import {
  ADMIN_PASSWORD_MIN,
  newPasswordRequest,
  PASSWORD_MIN,
  PASSWORDS_DIFFER,
  REPEAT_PASSWORD,
} from '@minga/contract/accounts';
import { Link, Navigate } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { BusyButton } from '../../components/busy-button.tsx';
import { fieldProps } from '../../components/form/field-props.ts';
import { NewPasswordField } from '../../components/form/new-password-field.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { MessageBox } from '../../components/message-box.tsx';
import { OutcomePage } from '../../components/page/outcome-page.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { useCountdown } from '../../components/use-countdown.ts';
import { useTimedMessage } from '../../components/use-timed-message.ts';
import { errorSentences } from '../../lib/errors/error-sentences.ts';
import { ApiError } from '../../lib/server/api.ts';
import { siteName } from '../../lib/site-name.ts';
import { useResetPassword } from './password-api.ts';
import { RecoveryButton } from './recovery-button.tsx';

/** The page of the recovery e-mail's link (docs/rules.md R2.6). */
export function PasswordReset({ token }: { token: string }) {
  const reset = useResetPassword();
  if (reset.data) return <PasswordResetDone message={reset.data.message} />;
  return (
    <>
      <PageHeading
        title="Restablecer Contraseña"
        lead="Elige la que vas a usar desde ahora. Por seguridad, se cerrarán tus sesiones en todos los dispositivos."
      />
      <PasswordResetForm token={token} reset={reset} />
      <p>
        <Link to="/login">Volver al login</Link>
      </p>
    </>
  );
}

/** Spec 000 section 9. */
const REDIRECT_SECONDS = 3;

/** Confirms the new password, then redirects to /login. */
function PasswordResetDone({ message }: { message: string }) {
  const secondsLeft = useCountdown(REDIRECT_SECONDS);
  if (secondsLeft === 0) return <Navigate to="/login" replace />;
  return (
    <OutcomePage
      heading="Restablecer Contraseña"
      drawing="people"
      title={message}
      text="Serás redirigido al login en unos segundos..."
    >
      <Button component={Link} to="/login" replace fullWidth size="lg">
        Volver al login
      </Button>
    </OutcomePage>
  );
}

const newPasswords = z
  .extend(z.pick(newPasswordRequest, { newPassword: true }), {
    confirmPassword: z.string().check(z.minLength(1, REPEAT_PASSWORD)),
  })
  .check(
    z.refine(form => form.confirmPassword === form.newPassword, {
      path: ['confirmPassword'],
      error: PASSWORDS_DIFFER,
      // By default zod runs this refinement only when all fields are valid; this reports it along with other errors.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  );

interface Props {
  token: string;
  reset: ReturnType<typeof useResetPassword>;
}

/** The new password, twice. If the link is invalid or expired, the user can request another one. */
function PasswordResetForm({ token, reset }: Props) {
  const form = useSchemaForm(newPasswords, { newPassword: '', confirmPassword: '' });
  const { message, show, clear } = useTimedMessage();
  const hasInvalidToken = isInvalidToken(reset.error);

  const submit = form.handleSubmit(({ newPassword }) => {
    clear();
    reset.mutate(
      { token, newPassword },
      {
        onError: error =>
          show(errorSentences(error, 'Error al restablecer contraseña'), { stays: isInvalidToken(error) }),
      },
    );
  });

  return (
    <form onSubmit={submit} noValidate aria-label="Restablecer contraseña">
      <Stack gap="md">
        <NewPasswordField
          label="Nueva contraseña"
          description={`Al menos ${PASSWORD_MIN} caracteres; para administrar ${siteName}, ${ADMIN_PASSWORD_MIN} y que no sea de las más usadas`}
          {...fieldProps(form, 'newPassword')}
        />
        <PasswordField
          label="Confirmar contraseña"
          autoComplete="new-password"
          {...fieldProps(form, 'confirmPassword')}
        />
        <BusyButton type="submit" size="lg" mt="xs" isBusy={reset.isPending} busyLabel="Restableciendo...">
          Restablecer contraseña
        </BusyButton>
        <MessageBox kind="error" message={message} takesFocus />
        {hasInvalidToken && <RecoveryButton isProminent label="Pedir un enlace nuevo" />}
      </Stack>
    </form>
  );
}

const isInvalidToken = (error: unknown) => error instanceof ApiError && error.code === 'INVALID_TOKEN';
