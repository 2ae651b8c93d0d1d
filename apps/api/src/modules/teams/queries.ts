import { and, asc, eq, inArray, ne, notExists } from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { users } from '../accounts/queries.ts';
import * as tables from './schema.ts';

// Other modules compose these sub-selects, and lock rows by functions of this module (docs/decisions/0080-owners-of-tables.md).

const query = new QueryBuilder();
const { teamId, userId, role, joinedAt } = tables.teamMembers;

export const teamMembers = query
  .select({ teamId, userId, role, joinedAt })
  .from(tables.teamMembers)
  .as('team_members');

const { teamId: invitingTeamId, inviterId } = tables.teamInvitations;

export const teamInvitations = query
  .select({ teamId: invitingTeamId, inviterId })
  .from(tables.teamInvitations)
  .as('team_invitations');

const isActiveWithRole = (id: string, ofRole: 'owner' | 'organizer') =>
  and(eq(teamId, id), eq(role, ofRole), users.isActive);

const selectAccounts = (db: Executor) =>
  db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(tables.teamMembers)
    .innerJoin(users, eq(users.id, userId))
    .orderBy(asc(joinedAt), asc(users.id));

/** The owners of a collective with active accounts, in the order in which they joined. */
export const listOwners = (
  db: Executor,
  collectiveId: string,
): Promise<{ id: string; username: string; email: string }[]> =>
  selectAccounts(db).where(isActiveWithRole(collectiveId, 'owner'));

/** Locks the membership of the first organiser to join whose account is active, and returns the account, or null if there is none. */
export async function lockFirstOrganiser(
  tx: Transaction,
  collectiveId: string,
): Promise<{ id: string; username: string; email: string } | null> {
  const [row] = await selectAccounts(tx)
    .where(isActiveWithRole(collectiveId, 'organizer'))
    .limit(1)
    .for('update', { of: tables.teamMembers });
  return row ?? null;
}

/** Subquery: the ids of the teams in which an account has a role. */
export const teamIdsOfMember = (id: string) =>
  query.select({ id: teamId }).from(tables.teamMembers).where(eq(userId, id));

/** Subquery: the ids of the teams of which an account is the only owner. */
export function teamIdsOfOnlyOwner(id: string) {
  const others = alias(tables.teamMembers, 'others');
  const otherOwners = query
    .select({ userId: others.userId })
    .from(others)
    .where(and(eq(others.teamId, teamId), eq(others.role, 'owner'), ne(others.userId, userId)));
  return query
    .select({ id: teamId })
    .from(tables.teamMembers)
    .where(and(eq(userId, id), eq(role, 'owner'), notExists(otherOwners)));
}

/** Prevents changes of the owners and organisers of the collectives of which an account is a member. */
export async function lockTeamsOf(tx: Transaction, id: string): Promise<void> {
  // Prevents owners from leaving or losing their role, since the trigger `check_team_owners` locks this row.
  await tx
    .select({ id: tables.teams.id })
    .from(tables.teams)
    .where(and(inArray(tables.teams.id, teamIdsOfMember(id)), eq(tables.teams.kind, 'collective')))
    .orderBy(asc(tables.teams.id))
    .for('no key update');
  // Prevents organisers from leaving or becoming owners.
  const owned = query
    .select({ teamId })
    .from(tables.teamMembers)
    .where(and(eq(userId, id), eq(role, 'owner')));
  await tx
    .select({ teamId })
    .from(tables.teamMembers)
    .where(and(inArray(teamId, owned), eq(role, 'organizer')))
    .orderBy(asc(teamId), asc(userId))
    .for('update');
}
