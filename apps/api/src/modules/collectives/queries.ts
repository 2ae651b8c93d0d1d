import type { TeamRole } from '@minga/contract/teams';
import { and, eq, exists, getTableColumns, inArray, isNull, ne, or, type SQLWrapper } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/database/connection.ts';
import { users } from '../accounts/queries.ts';
import { teamRolesWith } from '../teams/policy.ts';
import { teamInvitations, teamMembers } from '../teams/queries.ts';
import * as tables from './schema.ts';

// Other modules compose these conditions and sub-selects, and lock rows by functions of this module
// (docs/decisions/0080-owners-of-tables.md).

const query = new QueryBuilder();

const { searchText: _text, ...collectiveColumns } = getTableColumns(tables.collectives);

export { collectiveColumns };

/** The collectives, under a name by which a statement can join them twice. */
export const collectivesAs = <Name extends string>(name: Name) =>
  query.select(collectiveColumns).from(tables.collectives).as(name);

export const collectives = collectivesAs('collectives');

export const followers = query.select().from(tables.collectiveFollowers).as('follower');

/** The condition that a role has effect: its collective is not deactivated, or the team is an activity's. */
const isInForce = or(isNull(collectives.id), ne(collectives.status, 'inactive'));

/** A subquery for the ids of the activities and collectives in which an account has one of these roles. */
export const teamIdsOf = (userId: string | SQLWrapper, roles: readonly TeamRole[]) =>
  query
    .select({ id: teamMembers.teamId })
    .from(teamMembers)
    .leftJoin(collectives, eq(collectives.id, teamMembers.teamId))
    .where(and(eq(teamMembers.userId, userId), inArray(teamMembers.role, [...roles]), isInForce));

/** A subquery for the teams to which the role of an invitation's inviter allows inviting. */
export const teamIdsOfInviter = teamIdsOf(teamInvitations.inviterId, teamRolesWith('manageTeam'));

/** The condition that the account of an invitation's inviter is active. */
export const isInviterActive = exists(
  query
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, teamInvitations.inviterId), users.isActive)),
);

/** The condition that the inviter of an invitation to a collective may still invite. */
export const isInForceInCollective = and(isInviterActive, inArray(teamInvitations.teamId, teamIdsOfInviter));

/** A table expression of each account's effective roles, by activity or collective. */
export const roles = query
  .select({ teamId: teamMembers.teamId, userId: teamMembers.userId, role: teamMembers.role })
  .from(teamMembers)
  .leftJoin(collectives, eq(collectives.id, teamMembers.teamId))
  .where(isInForce)
  .as('roles');

/** Locks a collective until the transaction ends, so that only one transaction at a time counts what it has. False if it was deleted. */
export async function lockCollective(tx: Transaction, id: string): Promise<boolean> {
  const { id: collectiveId } = tables.collectives;
  const rows = await tx
    .select({ id: collectiveId })
    .from(tables.collectives)
    .where(eq(collectiveId, id))
    .for('no key update');
  return rows.length > 0;
}
