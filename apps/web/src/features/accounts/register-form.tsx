import { Stack, Text, TextInput } from '@mantine/core';
import { registration } from '@minga/contract/accounts';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { Drawing } from '../../components/brand/drawing.tsx';
import { BusyButton } from '../../components/busy-button.tsx';
import { WithEmailSuggestion } from '../../components/form/email-suggestion.tsx';
import { fieldProps } from '../../components/form/field-props.ts';
import { NewPasswordField } from '../../components/form/new-password-field.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { HelpLink } from '../../components/help-link.tsx';
import { LegalLink } from '../../components/legal-link.tsx';
import { MessageBox } from '../../components/message-box.tsx';
import { useTimedMessage } from '../../components/use-timed-message.ts';
import { errorSentences } from '../../lib/errors/error-sentences.ts';
import { useRegister, useResendVerification } from './api.ts';
import { storePendingReturn } from './session/pending-return.ts';
import classes from './sign-in.module.css';

/** `confirmPassword` is optional in the request (packages/contract) and always present in the form. */
const empty = { username: '', email: '', phone: '', password: '', confirmPassword: '' };

/** Values as typed, not yet validated. Passwords are never stored. */
const draftSchema = z.object({ username: z.string(), email: z.string(), phone: z.string() });

interface Props {
  /** The mailed link leads to this path once the e-mail is verified, if it is opened in this browser. */
  returnPath?: string | undefined;
}

/** Sign-up (docs/rules.md R2.5). The user is signed in by the mailed link, not by this form. */
export function RegisterForm({ returnPath }: Props) {
  const register = useRegister();
  const form = useSchemaForm(registration, empty);
  const { restored } = useFormDraft(form, { name: 'register', schema: draftSchema });
  const { message, show, clear } = useTimedMessage();
  const isDone = register.isSuccess;

  const submit = form.handleSubmit(values => {
    clear();
    register.mutate(values, {
      // Shows the values as they were sent, so that the user can spot a typo; the passwords are no longer needed.
      onSuccess: () => {
        form.reset({ ...values, password: '', confirmPassword: '' });
        storePendingReturn(returnPath);
      },
      onError: error => show(errorSentences(error, 'Error al registrar usuario')),
    });
  });

  return (
    <form method="post" onSubmit={submit} noValidate aria-label="Crear cuenta">
      <Stack gap="md">
        <MessageBox kind="info" message={restored} />
        <MessageBox kind="error" message={message} />
        <RegisterFields form={form} isDone={isDone} />
        {!isDone && (
          <Text size="sm" c="dimmed">
            Al crear tu cuenta aceptas los <LegalLink to="terminos">términos de uso</LegalLink> y que usemos
            tus datos como dice la <LegalLink to="privacidad">política de datos</LegalLink>.
          </Text>
        )}
        <BusyButton
          type="submit"
          size="lg"
          isBusy={register.isPending || isDone}
          busyLabel={isDone ? 'Registro Exitoso' : 'Registrando…'}
        >
          Crear cuenta
        </BusyButton>
        {isDone && <RegisteredPanel text={register.data.message} email={register.variables.email} />}
      </Stack>
    </form>
  );
}

interface RegisterFieldsProps {
  form: UseFormReturn<z.input<typeof registration>, unknown, z.output<typeof registration>>;
  /** The account has been registered: the fields are read-only and the passwords hidden. */
  isDone: boolean;
}

const RegisterFields = ({ form, isDone }: RegisterFieldsProps) => (
  <>
    <TextInput
      label="Nombre de usuario"
      type="text"
      autoComplete="name"
      {...fieldProps(form, 'username')}
      readOnly={isDone}
    />
    <WithEmailSuggestion form={form} email={isDone ? '' : form.watch('email')}>
      <TextInput
        label="Correo electrónico"
        type="email"
        inputMode="email"
        autoComplete="email"
        {...fieldProps(form, 'email')}
        readOnly={isDone}
      />
    </WithEmailSuggestion>
    <TextInput
      label="Teléfono"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      description="Al menos 10 dígitos"
      {...fieldProps(form, 'phone')}
      readOnly={isDone}
    />
    {!isDone && (
      <>
        <NewPasswordField
          label="Contraseña"
          userInputs={form.watch(['username', 'email', 'phone'])}
          description="Al menos 6 caracteres"
          {...fieldProps(form, 'password')}
        />
        <PasswordField
          label="Confirmar contraseña"
          autoComplete="new-password"
          {...fieldProps(form, 'confirmPassword')}
        />
      </>
    )}
  </>
);

interface RegisteredPanelProps {
  /** The server's message. */
  text: string;
  /** Where the link was sent. */
  email: string;
}

/** Shown after sign-up: where the link was sent, and a button to resend it. */
function RegisteredPanel({ text, email }: RegisteredPanelProps) {
  const resend = useResendVerification();
  const success = useTimedMessage();
  const error = useTimedMessage();
  const panel = useRef<HTMLElement>(null);

  // The panel appears below the form, possibly out of view: scroll to it and move the screen reader's focus there.
  useEffect(() => {
    panel.current?.focus();
    panel.current?.scrollIntoView?.({ block: 'center' });
  }, []);

  function sendAgain() {
    success.clear();
    error.clear();
    resend.mutate(email, {
      onSuccess: ({ message }) => success.show(message),
      onError: cause => error.show(errorSentences(cause, 'Error al reenviar email')),
    });
  }

  return (
    <section ref={panel} tabIndex={-1} aria-labelledby="registrado" className={`stack ${classes.panel}`}>
      <Drawing name="letter" />
      <h2 id="registrado" className={classes.title}>
        {text}
      </h2>
      <p>
        Te escribimos a <strong>{email}</strong>. Abre el mensaje y haz clic en el enlace para activar tu
        cuenta. Si no lo ves en tu bandeja de entrada, mira en la carpeta de spam.
      </p>
      <BusyButton variant="default" onClick={sendAgain} isBusy={resend.isPending} busyLabel="Enviando…">
        Reenviar correo de verificación
      </BusyButton>
      <HelpLink to="cuenta#si-no-llega-el-correo-de-verificación">¿No te llega? Qué puedes hacer</HelpLink>
      <MessageBox kind="success" message={success.message} />
      <MessageBox kind="error" message={error.message} />
    </section>
  );
}
