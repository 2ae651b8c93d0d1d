import { Button, NativeSelect } from '@mantine/core';
import type { Member, TeamRole } from '@minga/contract/teams';
import { IconLogout2, IconUserMinus } from '@tabler/icons-react';
import { InitialBadge } from '../../../components/initial-badge.tsx';
import type { Outcome } from '../../../components/use-outcome.ts';
import { type Team, useChangeRole } from '../api.ts';
import { rolesOf, roleText, teamError } from '../roles.ts';
import classes from './team-panel.module.css';

interface Props {
  team: Team;
  member: Member;
  userId: string;
  canManage: boolean;
  outcome: Outcome;
  onRemove: () => void;
}

const icon = { size: 20, 'aria-hidden': true } as const;

/** A member, with what it may do; its role changes at once. */
export function MemberRow({ team, member, userId, canManage, outcome, onRemove }: Props) {
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
        <p className={classes.duties}>{duties}</p>
      </div>
      {(canManage || isOwn) && (
        <div className={classes.actions}>
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
