import { Button, Stack } from '@mantine/core';
import { INVITATION_DAYS, type InvitationOffer } from '@minga/contract/teams';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { BusyButton } from '../../components/busy-button.tsx';
import { MessageBox } from '../../components/message-box.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { Note } from '../../components/page/note.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { longDate } from '../../lib/dates/dates.ts';
import { errorSentences } from '../../lib/errors/error-sentences.ts';
import { safeSessionStorage } from '../../lib/storage/safe-storage.ts';
import { storedUntilVerified } from '../../lib/storage/stored-until-verified.ts';
import { invitationOffer, isBadInvitation, isOtherAccount, useAcceptInvitation } from './api.ts';
import { roleText } from './model.ts';
import classes from './teams.module.css';

interface Props {
  /** Of the mailed link. After a sign-in it is not in the address. */
  token: string | undefined;
  /** Null without a session. */
  viewer: Viewer | null;
  /** Signs out, and back in with another account. */
  onSwitchAccount: () => void;
}

/** /invitacion, the page of an invitation's link. Only its button accepts, because mail scanners open links. */
export function InvitationView({ token: linkToken, ...props }: Props) {
  const [token] = useState(() => linkToken ?? pendingInvitation());
  if (token === undefined) return <InvitationUnusable isIncomplete />;
  return <Invitation token={token} {...props} />;
}

function Invitation({ token, ...props }: Omit<Props, 'token'> & { token: string }) {
  const { data: offer, error, refetch } = useQuery(invitationOffer(token));
  const accept = useAcceptInvitation();
  const isBad = isBadInvitation(error) || isBadInvitation(accept.error);

  useEffect(() => {
    if (isBad || accept.isSuccess) clearPendingInvitation();
    else storePendingInvitation(token);
  }, [token, isBad, accept.isSuccess]);

  if (accept.isSuccess) return <InvitationAccepted offer={accept.data} />;
  if (isBad) return <InvitationUnusable />;
  if (offer === undefined && error) return <ErrorPanel error={error} retry={refetch} isWholePage />;
  if (offer === undefined) {
    return (
      <>
        <PageHeading title="Tu invitación" />
        <LoadingStatus text="Abriendo tu invitación…" />
      </>
    );
  }
  return (
    <InvitationQuestion
      offer={offer}
      accept={() => accept.mutate(token)}
      isAccepting={accept.isPending}
      error={accept.error}
      {...props}
    />
  );
}

interface InvitationQuestionProps {
  offer: InvitationOffer;
  viewer: Viewer | null;
  accept: () => void;
  isAccepting: boolean;
  error: Error | null;
  onSwitchAccount: () => void;
}

/** To what the invitation is and as what; then the button, or the sign-in before it. */
function InvitationQuestion({
  offer,
  viewer,
  accept,
  isAccepting,
  error,
  onSwitchAccount,
}: InvitationQuestionProps) {
  const { role, expiresAt } = offer;
  const { name: roleName, duties } = roleText(role);
  const isOther = isOtherAccount(error);
  return (
    <>
      <PageHeading title={titleOf(offer)} windowTitle="Tu invitación" />
      <Stack gap="md">
        <div className={`card ${classes.invitationRole}`}>
          <p className={classes.invitationName}>{roleName}</p>
          <p className={`soft ${classes.invitationDuties}`}>{duties}</p>
        </div>
        <p className={classes.invitationText}>{`La invitación sirve hasta el ${longDate(expiresAt)}`}</p>
        {viewer === null ? (
          <SignInFirst />
        ) : isOther ? (
          <OtherAccount viewer={viewer} onSwitchAccount={onSwitchAccount} />
        ) : (
          <>
            <MessageBox
              kind="error"
              message={
                error && {
                  sentences: errorSentences(error, 'Error al aceptar la invitación'),
                  isVisible: true,
                }
              }
            />
            <BusyButton size="lg" fullWidth isBusy={isAccepting} busyLabel="Aceptando…" onClick={accept}>
              Aceptar
            </BusyButton>
            <p className={classes.invitationText}>
              Entras como <strong>{viewer.username}</strong>, con el correo <strong>{viewer.email}</strong>.
              ¿No quieres hacer parte? Cierra esta página: sin aceptar, nada cambia.
            </p>
          </>
        )}
      </Stack>
    </>
  );
}

function titleOf({ kind, name, role }: InvitationOffer): string {
  if (kind === 'collective') return `Te invitan a ${name}`;
  return role === 'door' ? `Te invitan a recibir en «${name}»` : `Te invitan a organizar «${name}»`;
}

const SignInFirst = () => (
  <>
    <p className={classes.invitationText}>Para aceptar, entra con la cuenta del correo al que te llegó.</p>
    <Button
      size="lg"
      fullWidth
      renderRoot={props => <Link to="/login" search={{ volver: '/invitacion' }} {...props} />}
    >
      Iniciar sesión
    </Button>
    <Button
      size="lg"
      variant="default"
      fullWidth
      renderRoot={props => <Link to="/register" search={{ volver: '/invitacion' }} {...props} />}
    >
      Crear una cuenta
    </Button>
    <p className={classes.invitationText}>
      Si creas la cuenta ahora, usa esa misma dirección. Cuando la actives, vuelves a esta invitación; si la
      activas en otro teléfono o computador, abre de nuevo su enlace.
    </p>
  </>
);

function OtherAccount({ viewer, onSwitchAccount }: { viewer: Viewer; onSwitchAccount: () => void }) {
  return (
    <>
      <div role="alert">
        <Note tone="clay">
          Esta invitación llegó a otra dirección, y aquí está abierta la cuenta de{' '}
          <strong>{viewer.email}</strong>.
        </Note>
      </div>
      <Button size="lg" fullWidth onClick={onSwitchAccount}>
        Entrar con la otra cuenta
      </Button>
      <p className={classes.invitationText}>
        ¿Prefieres usar esta cuenta? Pide que te inviten a <strong>{viewer.email}</strong>. El enlace sigue
        sirviendo para la otra.
      </p>
    </>
  );
}

const DOOR =
  'El día de la actividad entra a «Voy a ir» y toca «Puerta»: el botón aparece desde 12 horas antes de comenzar.';

const InvitationAccepted = ({ offer: { name, role, slug, taskId } }: { offer: InvitationOffer }) => (
  <>
    <PageHeading title="¡Ya haces parte!" />
    <div role="status">
      <EmptyState drawing="people" title={name} text={role === 'door' ? DOOR : roleText(role).duties}>
        {slug !== null && (
          <Button renderRoot={props => <Link to="/colectivos/$slug" params={{ slug }} {...props} />}>
            Ver el colectivo
          </Button>
        )}
        {taskId !== null && (
          <Button renderRoot={props => <Link to="/actividades/$id" params={{ id: taskId }} {...props} />}>
            Ver la actividad
          </Button>
        )}
      </EmptyState>
    </div>
  </>
);

/** For a link that is incomplete, used, withdrawn or expired, or whose sender may not invite any more. */
const InvitationUnusable = ({ isIncomplete = false }: { isIncomplete?: boolean }) => (
  <>
    <PageHeading title={isIncomplete ? 'El enlace no está completo' : 'Esta invitación ya no sirve'} />
    <EmptyState
      drawing="letter"
      title={isIncomplete ? 'Ábrelo otra vez desde el correo' : 'Pide que te inviten otra vez'}
      text={
        isIncomplete
          ? 'Toca el botón del correo, o copia el enlace entero.'
          : `Cada invitación sirve ${INVITATION_DAYS} días y una sola vez, mientras quien la envió pueda invitar y no la retire.`
      }
    >
      <Button variant="default" renderRoot={props => <Link to="/colectivos" {...props} />}>
        Ver los colectivos
      </Button>
    </EmptyState>
  </>
);

const KEY = 'minga.invitation';
const stored = z.string();
const newTab = storedUntilVerified(KEY);

/**
 * The invitation that was opened in this tab: a sign-in leaves its page, whose address does not contain the token. In a tab without
 * one, that of the last tab: the link that verifies a new account opens there.
 */
const pendingInvitation = (): string | undefined => safeSessionStorage.getJson(KEY, stored) ?? newTab.get();

function storePendingInvitation(token: string): void {
  safeSessionStorage.set(KEY, JSON.stringify(token));
  newTab.set(token);
}

function clearPendingInvitation(): void {
  safeSessionStorage.remove(KEY);
  newTab.clear();
}

/** Who has opened an invitation. */
interface Viewer {
  readonly username: string;
  readonly email: string;
}
