import { Button, Stack, TextInput } from '@mantine/core';
import { resendRequest } from '@minga/contract/accounts';
import type { User } from '@minga/contract/session';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { BusyButton } from '../../components/busy-button.tsx';
import { fieldProps } from '../../components/form/field-props.ts';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { MessageBox } from '../../components/message-box.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { FailurePage, OutcomePage } from '../../components/page/outcome-page.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { useCountdown } from '../../components/use-countdown.ts';
import { useTimedMessage } from '../../components/use-timed-message.ts';
import { errorSentences } from '../../lib/errors/error-sentences.ts';
import { ApiError } from '../../lib/server/api.ts';
import { useResendVerification, useVerifyEmail, verificationLinkQuery } from './api.ts';
import { greeting } from './greeting.ts';
import { preferredName } from './model.ts';
import { clearPendingReturn, pendingReturn } from './session/pending-return.ts';
import { sessionQuery, useUser } from './session/session.ts';
import classes from './sign-in.module.css';

const DELAY_MS = 1500;

/**
 * The page of the mailed link (docs/rules.md R2.5): a button, then verifying, then success, or an error with a form for a
 * new link. Only the button verifies: mail scanners open links, and some execute the scripts on the page.
 */
export function EmailVerification({ token }: { token: string | undefined }) {
  const { mutate, data, context, error, reset } = useVerifyEmail();
  const [isConfirmed, setConfirmed] = useState(false);
  const [isSent, setSent] = useState(false);
  const isVerifying = token !== undefined && isConfirmed && !data && !error;

  useEffect(() => {
    if (!isVerifying) return;
    const timer = setTimeout(() => mutate(token), DELAY_MS);
    return () => clearTimeout(timer);
  }, [isVerifying, token, mutate]);

  if (data) {
    const hasSwitchedAccount = context !== undefined && context._id !== data.user._id;
    return <VerificationSucceeded user={data.user} hasSwitchedAccount={hasSwitchedAccount} />;
  }
  if (isSent) return <VerificationSent />;
  if (isVerifying) {
    return (
      <>
        <PageHeading title="Verificando tu correo" />
        <LoadingStatus text="Estamos verificando tu correo electrónico…" />
      </>
    );
  }
  const onSent = () => setSent(true);
  if (token === undefined || error) return <VerificationError error={error} retry={reset} onSent={onSent} />;
  return <VerificationQuestion token={token} onConfirm={() => setConfirmed(true)} onSent={onSent} />;
}

const COUNTDOWN_SECONDS = 5;

interface Props {
  user: User;
  /** Another account was signed in here until now. */
  hasSwitchedAccount: boolean;
}

/** The account is verified and signed in; redirects after a countdown: to where the sign-up came from, else to /welcome. */
function VerificationSucceeded({ user, hasSwitchedAccount }: Props) {
  const secondsLeft = useCountdown(COUNTDOWN_SECONDS);
  const [returnPath] = useState(pendingReturn);
  useEffect(clearPendingReturn, []);
  if (secondsLeft === 0 && returnPath === undefined) return <Navigate to="/welcome" replace />;
  return (
    <>
      <PageHeading title="¡Tu correo está verificado!" />
      <EmptyState
        drawing="people"
        title={greeting(user)}
        text="Tu cuenta ya está activa y tu sesión, iniciada."
      />
      {hasSwitchedAccount && (
        <p className={classes.account}>
          Entraste como <strong>{preferredName(user)}</strong>, con el correo <strong>{user.email}</strong>.
          La sesión de la otra cuenta que estaba abierta aquí se cerró.
        </p>
      )}
      {/* role="timer" is not a live region, so screen readers do not announce every second. */}
      <p style={{ margin: '0 0 1rem', textAlign: 'center' }}>
        <span>{`${returnPath === undefined ? 'Te llevamos a tu bienvenida' : 'Te llevamos a donde estabas'} en `}</span>
        <span role="timer">{secondsLeft}</span>
        <span>{` ${secondsLeft === 1 ? 'segundo' : 'segundos'}.`}</span>
      </p>
      {returnPath === undefined ? (
        <Button component={Link} to="/welcome" fullWidth size="lg">
          Continuar
        </Button>
      ) : (
        <ReturnButton path={returnPath} isTime={secondsLeft === 0} />
      )}
    </>
  );
}

interface ReturnProps {
  path: string;
  /** The countdown is over. */
  isTime: boolean;
}

/** A link to a path of this site, which only the address of an earlier page gave. */
function ReturnButton({ path, isTime }: ReturnProps) {
  const { history } = useRouter();
  useEffect(() => {
    if (isTime) history.replace(path);
  }, [isTime, history, path]);
  const go = (event: MouseEvent) => {
    event.preventDefault();
    history.push(path);
  };
  return (
    <Button component="a" href={path} onClick={go} fullWidth size="lg">
      Continuar
    </Button>
  );
}

const VerificationSent = () => (
  <OutcomePage
    heading="Revisa tu correo"
    title="Email de verificación enviado exitosamente. Revisa tu bandeja de entrada."
    text="Si no lo ves en unos minutos, mira también en la carpeta de spam."
  >
    <Button component={Link} to="/login" fullWidth size="lg">
      Ir a iniciar sesión
    </Button>
  </OutcomePage>
);

const MISSING_TOKEN = ['Token de verificación no encontrado en la URL'];

interface VerificationErrorProps {
  /** Null: the URL has no token. */
  error: Error | null;
  /** Offered if the server was not reached. */
  retry: () => void;
  onSent: () => void;
}

/** The link cannot be read or used: the reason, and a form for a new link. */
function VerificationError({ error, retry, onSent }: VerificationErrorProps) {
  const user = useUser();
  const sentences = error ? errorMessages(error) : MISSING_TOKEN;
  if (user && isInvalidLink(error))
    return <AlreadyVerified user={user} sentences={sentences} onSent={onSent} />;
  const offered = isNetworkError(error) ? retry : undefined;
  return <VerificationFailed retry={offered} sentences={sentences} onSent={onSent} />;
}

/** The token is used, expired, wrong or missing: retrying cannot succeed. */
const isInvalidLink = (error: Error | null) =>
  error === null || (error instanceof ApiError && error.code === 'INVALID_TOKEN');

const isNetworkError = (error: Error | null) => error !== null && 'status' in error && error.status === 0;

const errorMessages = (error: Error) =>
  errorSentences(
    error,
    isNetworkError(error) ? 'Error de conexión al verificar email' : 'Error al verificar el email',
  );

interface AlreadyVerifiedProps {
  user: User;
  sentences: readonly string[];
  onSent: () => void;
}

/**
 * Shown if a signed-in user opens an invalid link: usually their own link for the second time, which needs no action. The
 * form remains for the case that the link belongs to another account.
 */
const AlreadyVerified = ({ user, sentences, onSent }: AlreadyVerifiedProps) => (
  <>
    <PageHeading title="Tu cuenta está lista" />
    <Stack gap="lg">
      <p className={classes.text}>
        Entraste como <strong>{user.username}</strong>, con el correo <strong>{user.email}</strong>. No
        necesitas verificarlo otra vez.
      </p>
      <Button component={Link} to="/tasks" fullWidth size="lg">
        Ir a mis actividades
      </Button>
      <MessageBox kind="info" message={{ sentences, isVisible: true }} />
      <p className={classes.text}>
        ¿El enlace era de otra cuenta? Escribe su correo y te enviamos uno nuevo.
      </p>
      <ResendForm onSent={onSent} />
    </Stack>
  </>
);

/** Values as typed, not yet validated. */
const draftSchema = z.object({ email: z.string() });

/** Requests another verification link. Its button is enabled while the address is valid. */
function ResendForm({ onSent }: { onSent: () => void }) {
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

interface VerificationFailedProps {
  sentences: readonly string[];
  /** Set if the link may still be valid because the server was not reached. */
  retry: (() => void) | undefined;
  onSent: () => void;
}

const VerificationFailed = ({ sentences, retry, onSent }: VerificationFailedProps) => (
  <FailurePage heading="No pudimos verificar tu correo" sentences={sentences}>
    {retry && <Button onClick={retry}>Intentar de nuevo</Button>}
    <p>Los enlaces duran 24 horas y sirven una sola vez. Escribe tu correo y te enviamos uno nuevo.</p>
    <ResendForm onSent={onSent} />
    <p>
      Si ya verificaste tu cuenta, <Link to="/login">inicia sesión</Link>.
    </p>
  </FailurePage>
);

interface VerificationQuestionProps {
  token: string;
  onConfirm: () => void;
  onSent: () => void;
}

/** Names the account of the link, and that of the open session, which verifying would end. */
function VerificationQuestion({ token, onConfirm, onSent }: VerificationQuestionProps) {
  const { data: account, error, isFetching, refetch } = useQuery(verificationLinkQuery(token));
  const { data: user, isPending: isSessionPending } = useQuery(sessionQuery);

  if (error && !isFetching) {
    return <VerificationError error={error} retry={() => void refetch()} onSent={onSent} />;
  }
  if (account === undefined || isSessionPending) {
    return (
      <>
        <PageHeading title="Verifica tu correo" />
        <LoadingStatus text="Abriendo tu enlace…" />
      </>
    );
  }
  return (
    <>
      <PageHeading title="Verifica tu correo" />
      <Stack gap="md" className={classes.question}>
        <p>
          Este enlace es de la cuenta de <strong>{account.username}</strong>, con el correo{' '}
          <strong>{account.email}</strong>. Al verificarlo entras con esa cuenta.
        </p>
        {user && (
          <p className={classes.session}>
            Aquí está abierta la sesión de <strong>{user.username}</strong>, con el correo{' '}
            <strong>{user.email}</strong>. Si verificas, se cierra.
          </p>
        )}
        <Button size="lg" fullWidth onClick={onConfirm}>
          Verificar mi correo
        </Button>
        <p>¿No creaste esa cuenta? Cierra esta página: sin verificarla no se activa.</p>
      </Stack>
    </>
  );
}
