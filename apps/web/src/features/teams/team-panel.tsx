import { Button, NativeSelect, Skeleton } from '@mantine/core';
import type { CollectiveSummary } from '@minga/contract/collective-summary';
import type { Member, TeamRole } from '@minga/contract/teams';
import { IconArrowLeft, IconLogout2, IconUserMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import { InitialBadge } from '../../components/brand/initial-badge.tsx';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { useFocusRecovery } from '../../components/dialog/use-focus-recovery.ts';
import { useIntentDialog } from '../../components/dialog/use-lazy-dialog.ts';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { OutcomeMessages } from '../../components/page/outcome-messages.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { type Outcome, useOutcome } from '../../components/page/use-outcome.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { membersQuery, type Team, useChangeRole, useRemoveMember } from './api.ts';
import { InvitationSection, type TeamPanelProps } from './invitations.tsx';
import { actionText, lastOwnerText, rolesOf, roleText, teamError } from './model.ts';
import classes from './teams.module.css';

/** The members of a team and, for those who manage it, the invitations that wait for an answer. */
export function TeamPanel(props: TeamPanelProps) {
  const outcome = useOutcome();
  return (
    <div className={`stack ${classes.panel}`}>
      <OutcomeMessages outcome={outcome} takesFocus />
      <MemberSection {...props} outcome={outcome} />
      {props.canManage && <InvitationSection {...props} outcome={outcome} />}
    </div>
  );
}

interface Props {
  collective: Pick<CollectiveSummary, 'slug' | 'name'>;
  myRole: TeamRole;
  userId: string;
  onLeft: () => void;
}

/** /colectivos/{slug}/equipo: the members of a collective, for its members. */
export const TeamView = ({ collective: { slug, name }, myRole, userId, onLeft }: Props) => (
  <>
    <Link to="/colectivos/$slug" params={{ slug }} className="target link" style={{ gap: '0.5rem' }}>
      <IconArrowLeft size={20} aria-hidden />
      <span>{name}</span>
    </Link>
    <PageHeading
      title="El equipo"
      windowTitle={`El equipo de ${name}`}
      lead={
        myRole === 'owner'
          ? 'Invita a quienes organizan contigo y decide qué puede hacer cada quien en todas las actividades del colectivo.'
          : 'Quienes lo administran invitan y deciden qué puede hacer cada quien.'
      }
    />
    <TeamPanel
      team={{ kind: 'collective', slug }}
      canManage={myRole === 'owner'}
      userId={userId}
      order={2}
      onLeft={onLeft}
    />
  </>
);

interface ActivityTeamProps {
  activityId: string;
  canManage: boolean;
  userId: string;
  onLeft: () => void;
}

/** Who organises one activity besides its author and its collective, inside the activity's form. */
export const ActivityTeam = ({ activityId, ...panel }: ActivityTeamProps) => (
  <>
    {panel.canManage && (
      <p className="soft">
        Para esta sola actividad puedes invitar a más personas. Lo que cambies aquí abajo vale de una vez, sin
        guardar el formulario.
      </p>
    )}
    <TeamPanel team={{ kind: 'activity', id: activityId }} order={3} {...panel} />
  </>
);

/** Who organises together, with what each may do. */
function MemberSection({ outcome, onLeft, ...props }: TeamPanelProps & { outcome: Outcome }) {
  const { team, order, userId } = props;
  const { data: members, error, refetch } = useQuery(membersQuery(team));
  const { intent, isOpen, openWith, close } = useIntentDialog<Member>();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusRecovery = useFocusRecovery(heading);
  const Heading = `h${order}` as const;

  function startRemoval(member: Member) {
    outcome.clear();
    const owners = members?.filter(({ role }) => role === 'owner') ?? [];
    const isLastOwner = member.role === 'owner' && owners.length === 1;
    // The server rejects it: the way out comes before the question.
    if (isLastOwner) outcome.showError(lastOwnerText(member.user._id === userId));
    else openWith(member);
  }

  return (
    <section aria-labelledby={id} className="stack">
      <Heading id={id} ref={heading} tabIndex={-1} className={classes.title}>
        {team.kind === 'collective' ? 'Quiénes hacen parte' : 'Quiénes ayudan a organizar'}
      </Heading>
      {members === undefined && error && <ErrorPanel error={error} retry={refetch} />}
      {members === undefined && !error && (
        <>
          <LoadingStatus text="Cargando el equipo..." isHidden />
          <Skeleton height={160} />
        </>
      )}
      {members?.length === 0 && (
        <p className="soft">Por ahora nadie más. Invita a quienes te van a ayudar.</p>
      )}
      {members !== undefined && members.length > 0 && (
        <ul ref={focusRecovery} className="card" aria-labelledby={id}>
          {members.map(member => (
            <MemberRow
              key={member.user._id}
              member={member}
              {...props}
              outcome={outcome}
              onRemove={() => startRemoval(member)}
            />
          ))}
        </ul>
      )}
      {intent && (
        <RemoveMemberDialog
          team={team}
          member={intent}
          isOwn={intent.user._id === userId}
          isOpen={isOpen}
          onClose={close}
          onLeft={onLeft}
        />
      )}
    </section>
  );
}

interface MemberRowProps {
  team: Team;
  member: Member;
  userId: string;
  canManage: boolean;
  outcome: Outcome;
  onRemove: () => void;
}

const icon = { size: 20, 'aria-hidden': true } as const;

/** A member, with what it may do; its role changes at once. */
function MemberRow({ team, member, userId, canManage, outcome, onRemove }: MemberRowProps) {
  const { user } = member;
  const change = useChangeRole(team);
  const isOwn = user._id === userId;
  const role = change.isPending ? change.variables.role : member.role;
  const { name, duties } = roleText(role);

  function pick(next: TeamRole) {
    // Ignores changes while pending instead of disabling the select, which would lose the focus.
    if (change.isPending) return;
    outcome.clear();
    change.mutate(
      { userId: user._id, role: next },
      {
        onSuccess: () => outcome.showSuccess(`${user.username}: ${roleText(next).name}`),
        onError: error => outcome.showError(teamError(error, 'Error al cambiar lo que puede hacer', isOwn)),
      },
    );
  }

  return (
    <li className={classes.row} data-row={user._id}>
      <InitialBadge name={user.username} isOwn={isOwn} />
      <div className={classes.words}>
        <p className={classes.name}>
          <bdi>{user.username}</bdi>
          {isOwn && <span>{' (tú)'}</span>}
        </p>
        {!canManage && <p className={classes.role}>{name}</p>}
        <p className={`soft small ${classes.duties}`}>{duties}</p>
      </div>
      {(canManage || isOwn) && (
        <div className={`cluster ${classes.actions}`}>
          {canManage && (
            <NativeSelect
              size="md"
              aria-label={`Qué puede hacer ${user.username}`}
              data={rolesOf(team.kind).map(value => ({ value, label: roleText(value).name }))}
              value={role}
              onChange={event => pick(event.currentTarget.value as TeamRole)}
            />
          )}
          <Button
            variant="default"
            c="var(--minga-clay-text)"
            leftSection={isOwn ? <IconLogout2 {...icon} /> : <IconUserMinus {...icon} />}
            aria-label={isOwn ? 'Retirarme' : `Quitar a ${user.username}`}
            onClick={onRemove}
          >
            {isOwn ? 'Retirarme' : 'Quitar'}
          </Button>
        </div>
      )}
    </li>
  );
}

interface RemoveMemberDialogProps {
  team: Team;
  member: Member;
  /** The user leaves. */
  isOwn: boolean;
  isOpen: boolean;
  onClose: () => void;
  onLeft: () => void;
}

/** Confirms that a member is removed, or that the user leaves. */
function RemoveMemberDialog({
  team,
  member: { user, role },
  isOwn,
  isOpen,
  onClose,
  onLeft,
}: RemoveMemberDialogProps) {
  const removal = useRemoveMember(team);
  const action = actionText(role, team.kind);
  const publishes = role !== 'door';

  async function confirm(): Promise<string | undefined> {
    try {
      await removal.mutateAsync({ userId: user._id, isOwn });
    } catch (error) {
      return teamError(error, isOwn ? 'Error al retirarte' : 'Error al quitar a esta persona', isOwn).join(
        ' ',
      );
    }
    onClose();
    toastSuccess(isOwn ? 'Te retiraste' : `${user.username} ya no hace parte`);
    if (isOwn) onLeft();
    return undefined;
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={isOwn ? '¿Retirarte?' : '¿Quitar a esta persona?'}
      confirmLabel={isOwn ? 'Retirarme' : 'Quitar'}
      busyLabel={isOwn ? 'Retirándote…' : 'Quitando…'}
      isBusy={removal.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>
        {isOwn ? (
          `Ya no podrás ${action}. Para volver necesitas otra invitación.${publishes ? ' Las actividades que publicaste siguen siendo tuyas.' : ''}`
        ) : (
          <>
            <strong>{user.username}</strong>
            <span>{` ya no podrá ${action}.${publishes ? ' Las actividades que publicó siguen siendo suyas.' : ''}`}</span>
          </>
        )}
      </p>
    </ConfirmDialog>
  );
}
