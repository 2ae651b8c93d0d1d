import { Skeleton } from '@mantine/core';
import type { Member } from '@minga/contract/teams';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { useFocusRecovery } from '../../../components/use-focus-recovery.ts';
import { useIntentDialog } from '../../../components/use-intent-dialog.ts';
import type { Outcome } from '../../../components/use-outcome.ts';
import { membersQuery } from '../api.ts';
import { lastOwnerText } from '../roles.ts';
import type { TeamPanelProps } from '../team-panel-props.ts';
import { MemberRow } from './member-row.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import classes from './team-panel.module.css';

/** Who organises together, with what each may do. */
export function MemberSection({ outcome, onLeft, ...props }: TeamPanelProps & { outcome: Outcome }) {
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
    <section aria-labelledby={id} className={classes.section}>
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
        <p className={classes.text}>Por ahora nadie más. Invita a quienes te van a ayudar.</p>
      )}
      {members !== undefined && members.length > 0 && (
        <ul ref={focusRecovery} className={classes.list} aria-labelledby={id}>
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
