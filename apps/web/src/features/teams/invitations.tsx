import { Button, Skeleton } from '@mantine/core';
import type { Invitation } from '@minga/contract/teams';
import { IconMail, IconMailX, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useRef } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { useFocusRecovery } from '../../components/dialog/use-focus-recovery.ts';
import { useLazyDialog } from '../../components/dialog/use-lazy-dialog.ts';
import { EmailText } from '../../components/email-text.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import type { Outcome } from '../../components/page/use-outcome.ts';
import { longDate } from '../../lib/dates/dates.ts';
import { invitationsQuery, type Team, useWithdrawInvitation } from './api.ts';
import { roleText, teamError } from './model.ts';
import classes from './teams.module.css';

// The dialog's chunk is preloaded on hover and focus.
const loadDialog = () => import('./invite-dialog.tsx');
const InviteDialog = lazy(() => loadDialog().then(module => ({ default: module.InviteDialog })));

/** The invitations that wait for an answer, and the button for another one. */
export function InvitationSection({ team, order, outcome }: TeamPanelProps & { outcome: Outcome }) {
  const { data: invitations, error, refetch } = useQuery(invitationsQuery(team));
  const dialog = useLazyDialog();
  const id = useId();
  const invite = useRef<HTMLButtonElement>(null);
  const focusRecovery = useFocusRecovery(invite);
  const Heading = `h${order}` as const;
  return (
    <section aria-labelledby={id} className="stack">
      <div className="bar">
        <Heading id={id} className={classes.title}>
          Invitaciones
        </Heading>
        <Button
          ref={invite}
          variant="light"
          leftSection={<IconUserPlus size={20} aria-hidden />}
          onClick={dialog.open}
          onPointerEnter={loadDialog}
          onFocus={loadDialog}
        >
          Invitar a alguien
        </Button>
      </div>
      {invitations === undefined && error && <ErrorPanel error={error} retry={refetch} />}
      {invitations === undefined && !error && <Skeleton height={70} />}
      {invitations?.length === 0 && <p className="soft">No hay invitaciones esperando respuesta.</p>}
      {invitations !== undefined && invitations.length > 0 && (
        <ul ref={focusRecovery} className="card" aria-labelledby={id}>
          {invitations.map(invitation => (
            <InvitationRow key={invitation._id} team={team} invitation={invitation} outcome={outcome} />
          ))}
        </ul>
      )}
      {dialog.isMounted && (
        <Suspense>
          <InviteDialog
            team={team}
            isOpen={dialog.isOpen}
            onClose={dialog.close}
            onSent={email => outcome.showSuccess(`Enviamos la invitación a ${email}`)}
          />
        </Suspense>
      )}
    </section>
  );
}

function InvitationRow({
  team,
  invitation,
  outcome,
}: {
  team: Team;
  invitation: Invitation;
  outcome: Outcome;
}) {
  const { _id, email, role, expiresAt } = invitation;
  const withdrawal = useWithdrawInvitation(team);

  function withdraw() {
    outcome.clear();
    withdrawal.mutate(_id, {
      onSuccess: () => outcome.showSuccess(`Retiraste la invitación a ${email}: su enlace ya no sirve`),
      onError: error => outcome.showError(teamError(error, 'Error al retirar la invitación')),
    });
  }

  return (
    <li className={classes.row} data-row={_id}>
      <IconMail size={24} aria-hidden />
      <div className={classes.words}>
        <p className={classes.name}>
          <EmailText email={email} />
        </p>
        <p className={classes.role}>{roleText(role).name}</p>
        <p className={`soft small ${classes.duties}`}>{`Vence el ${longDate(expiresAt)}`}</p>
      </div>
      <div className={`cluster ${classes.actions}`}>
        <BusyButton
          variant="default"
          leftSection={<IconMailX size={20} aria-hidden />}
          aria-label={`Retirar la invitación a ${email}`}
          isBusy={withdrawal.isPending}
          busyLabel="Retirando…"
          onClick={withdraw}
        >
          Retirar
        </BusyButton>
      </div>
    </li>
  );
}

export interface TeamPanelProps {
  team: Team;
  /** Whether the user changes the team, or only sees it and may leave. */
  canManage: boolean;
  userId: string;
  /** Heading level of the sections. */
  order: 2 | 3;
  /** Called after the user has left. */
  onLeft: () => void;
}
