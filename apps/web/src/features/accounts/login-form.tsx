import { Button, Stack, TextInput } from '@mantine/core';
import { credentials } from '@minga/contract/accounts';
import { factorEntry } from '@minga/contract/identity';
import { IconFingerprint } from '@tabler/icons-react';
import { useCallback, useEffect, useEffectEvent, useId, useState } from 'react';
import * as z from 'zod/mini';
import { BusyButton } from '../../components/busy-button.tsx';
import { CodeField } from '../../components/form/code-field.tsx';
import { fieldProps } from '../../components/form/field-props.ts';
import { PasswordField } from '../../components/form/password-field.tsx';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { HelpLink } from '../../components/help-link.tsx';
import { MessageBox } from '../../components/message-box.tsx';
import { useTimedMessage } from '../../components/use-timed-message.ts';
import { errorSentences } from '../../lib/errors/error-sentences.ts';
import { ApiError } from '../../lib/server/api.ts';
import { siteName } from '../../lib/site-name.ts';
import { useClientValue } from '../../lib/use-client-value.ts';
import { useResendVerification } from './api.ts';
import { suggestsPasskeys, supportsPasskeys } from './model.ts';
import { failureText } from './passkey-failure.ts';
import { RecoveryButton } from './recovery-button.tsx';
import classes from './sign-in.module.css';
import { useEnterSecondFactor, useLogin, usePasskeyLogin } from './sign-in-api.ts';

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
  // Nearly all browsers know them.
  const knowsPasskeys = useClientValue(supportsPasskeys(), true);
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
      <form method="post" onSubmit={submit} noValidate aria-label="Iniciar sesión">
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
            // The browser suggests passkeys, too.
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

interface SecondStepProps {
  knowsPasskeys: boolean;
  /** Called with the reason when the password must be entered again, or without one when the user wants to. */
  onStartOver: (reason?: readonly string[]) => void;
}

/** The second step of a sign-in. The server does not reveal which factors the account has, so that all are offered. */
function SecondStep({ knowsPasskeys, onStartOver }: SecondStepProps) {
  const id = useId();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const isApp = kind === 'app';
  return (
    // A group, so that screen readers announce the choice when the field in it gets the focus.
    <Stack gap="md" role="group" aria-labelledby={id}>
      <p
        id={id}
      >{`Tu contraseña está bien. Falta un paso: ${knowsPasskeys ? 'tu llave de acceso, ' : ''}un código de la aplicación o uno de recuperación. Usa lo que tengas.`}</p>
      {knowsPasskeys && (
        <>
          <PasskeyLogin />
          <OrDivider />
        </>
      )}
      {/* The key resets field and error, and focuses the field. */}
      <SecondStepForm key={kind} kind={kind} onExpired={onStartOver} />
      <Button variant="default" onClick={() => setKind(isApp ? 'recovery' : 'app')}>
        {isApp ? 'Usar un código de recuperación' : 'Usar el código de mi aplicación'}
      </Button>
      {!knowsPasskeys && (
        <p>
          ¿Solo tienes una llave de acceso? Este navegador no sabe usarla: entra desde otro o usa un código de
          recuperación.
        </p>
      )}
      <Button variant="subtle" onClick={() => onStartOver()}>
        Volver a empezar
      </Button>
      <HelpLink to="cuenta#si-perdiste-todo">No tengo ninguna de estas cosas</HelpLink>
    </Stack>
  );
}

interface PasskeyLoginProps {
  /** The browser suggests passkeys, too, in the field of the e-mail, which the screen must have. */
  hasSuggestions?: boolean;
}

/** Signs in without typing, in a browser that knows passkeys. */
function PasskeyLogin({ hasSuggestions = false }: PasskeyLoginProps) {
  const login = usePasskeyLogin();
  const { message, show, clear } = useTimedMessage();
  const showError = (error: Error) =>
    show(errorSentences(error, failureText(error, 'Error al entrar con la llave de acceso')), {
      stays: true,
    });
  const suggestAgain = usePasskeySuggestions(hasSuggestions, showError);

  function start() {
    clear();
    login.mutate('dialog', {
      onError: error => {
        showError(error);
        // The dialog has ended them.
        suggestAgain();
      },
    });
  }

  return (
    <>
      <MessageBox kind="error" message={message} />
      <BusyButton
        variant="default"
        size="lg"
        leftSection={<IconFingerprint size={24} aria-hidden />}
        onClick={start}
        isBusy={login.isPending}
        busyLabel="Esperando tu llave…"
      >
        Entrar con llave de acceso
      </BusyButton>
    </>
  );
}

/** An authenticator that answers at once must not ask the server for ever. */
const ROUNDS_MAX = 20;

/**
 * If `isEnabled`, lets the browser suggest passkeys in the field of the e-mail while the screen is shown, and signs in with the chosen one.
 * `onRejected` gets the error of a passkey that the server rejects; everything else is silent, since nothing was asked for.
 * Returns the function that suggests again after another request to the browser.
 */
function usePasskeySuggestions(isEnabled: boolean, onRejected: (error: Error) => void): () => void {
  const { mutateAsync } = usePasskeyLogin();
  const [round, setRound] = useState(0);
  const suggest = useEffectEvent((isCurrent: () => boolean) =>
    mutateAsync('suggestion').catch(error => {
      if (!isCurrent() || !(error instanceof ApiError) || !hasUsedPasskey(error)) return;
      onRejected(error);
      setRound(last => last + 1);
    }),
  );

  useEffect(() => {
    let isCurrent = true;
    let stop: (() => void) | null = null;

    async function start() {
      if (!isEnabled || round > ROUNDS_MAX || !(await suggestsPasskeys()) || !isCurrent) return;
      const { stopWaiting } = await import('./passkey-ceremony.ts');
      if (!isCurrent) return;
      stop = stopWaiting;
      await suggest(() => isCurrent);
      stop = null;
    }

    // Without the code there are no suggestions.
    start().catch(() => {});
    return () => {
      isCurrent = false;
      stop?.();
    };
  }, [isEnabled, round]);

  return useCallback(() => setRound(last => last + 1), []);
}

/** The options cause neither of these. */
const hasUsedPasskey = ({ status }: ApiError) => [400, 401, 403].includes(status);

/** Separates two ways to sign in. */
const OrDivider = () => <p className={`row soft small gap-m ${classes.or}`}>o</p>;

interface SecondStepFormProps {
  kind: 'app' | 'recovery';
  /** Called with the reason when the password must be entered again. */
  onExpired: (reason: readonly string[]) => void;
}

const fields = {
  app: {
    label: 'Código de tu aplicación',
    description: `Los seis números que muestra ahora para ${siteName}.`,
  },
  recovery: {
    label: 'Código de recuperación',
    description: 'Uno de los diez que guardaste; cada uno sirve una vez.',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const;

function SecondStepForm({ kind, onExpired }: SecondStepFormProps) {
  const enter = useEnterSecondFactor();
  const form = useSchemaForm(factorEntry, { code: '' });
  const { message, show, clear } = useTimedMessage();
  const { setFocus } = form;

  // The button that had the focus is gone.
  useEffect(() => setFocus('code'), [setFocus]);

  const submit = form.handleSubmit(({ code }) => {
    clear();
    enter.mutate(code, {
      onError: error => {
        const sentences = errorSentences(error, 'Error al iniciar sesión');
        if (error instanceof ApiError && error.code === 'INVALID_TOKEN') return onExpired(sentences);
        show(sentences, { stays: true });
        setFocus('code', { shouldSelect: true });
      },
    });
  });

  return (
    <form onSubmit={submit} noValidate aria-label="Segundo paso">
      <Stack gap="md">
        <MessageBox kind="error" message={message} />
        <CodeField {...fields[kind]} {...fieldProps(form, 'code')} />
        <BusyButton type="submit" isBusy={enter.isPending} busyLabel="Entrando…" size="lg">
          Entrar
        </BusyButton>
      </Stack>
    </form>
  );
}
