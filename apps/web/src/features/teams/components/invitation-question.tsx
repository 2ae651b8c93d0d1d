import { Button, Stack } from '@mantine/core';
import type { InvitationOffer } from '@minga/contract/teams';
import { Link } from '@tanstack/react-router';
import { BusyButton } from '../../../components/busy-button.tsx';
import { MessageBox } from '../../../components/message-box.tsx';
import { Note } from '../../../components/note.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { longDate } from '../../../lib/dates.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { isOtherAccount } from '../api.ts';
import { roleText } from '../roles.ts';
import type { Viewer } from '../viewer.ts';
import classes from './invitation.module.css';

interface Props {
  offer: InvitationOffer;
  viewer: Viewer | null;
  accept: () => void;
  isAccepting: boolean;
  error: Error | null;
  onSwitchAccount: () => void;
}

/** To what the invitation is and as what; then the button, or the sign-in before it. */
export function InvitationQuestion({ offer, viewer, accept, isAccepting, error, onSwitchAccount }: Props) {
  const { role, expiresAt } = offer;
  const { name: roleName, duties } = roleText(role);
  const isOther = isOtherAccount(error);
  return (
    <>
      <PageHeading title={titleOf(offer)} windowTitle="Tu invitación" />
      <Stack gap="md">
        <div className={classes.role}>
          <p className={classes.name}>{roleName}</p>
          <p className={classes.duties}>{duties}</p>
        </div>
        <p className={classes.text}>{`La invitación sirve hasta el ${longDate(expiresAt)}`}</p>
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
            <p className={classes.text}>
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
    <p className={classes.text}>Para aceptar, entra con la cuenta del correo al que te llegó.</p>
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
    <p className={classes.text}>
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
      <p className={classes.text}>
        ¿Prefieres usar esta cuenta? Pide que te inviten a <strong>{viewer.email}</strong>. El enlace sigue
        sirviendo para la otra.
      </p>
    </>
  );
}
