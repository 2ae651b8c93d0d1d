import type { CollectiveStatus } from '@minga/contract/collectives';
import { and, asc, eq, inArray, ne, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/database/connection.ts';
import { users } from '../accounts/schema.ts';
import { teamMembers, teams } from '../teams/schema.ts';
import { collectives } from './schema.ts';

/**
 * Locks the collectives of which this account is a member, in the order of their ids, and returns those whose only owner it is. None of
 * them loses another owner or an organiser, by a change of its team or by a deletion of an account, until the transaction ends.
 */
export async function lockOwnedAlone(
  tx: Transaction,
  userId: string,
): Promise<{ id: string; name: string; slug: string; status: CollectiveStatus }[]> {
  await lockTeamsOf(tx, userId);
  const others = alias(teamMembers, 'others');
  const otherOwners = tx
    .select({ userId: others.userId })
    .from(others)
    .where(
      and(
        eq(others.teamId, teamMembers.teamId),
        eq(others.role, 'owner'),
        ne(others.userId, teamMembers.userId),
      ),
    );
  const ownedAlone = tx
    .select({ id: teamMembers.teamId })
    .from(teamMembers)
    .where(and(eq(teamMembers.userId, userId), eq(teamMembers.role, 'owner'), notExists(otherOwners)));
  return tx
    .select({
      id: collectives.id,
      name: collectives.name,
      slug: collectives.slug,
      status: collectives.status,
    })
    .from(collectives)
    .where(inArray(collectives.id, ownedAlone))
    .orderBy(asc(collectives.id))
    .for('update');
}

async function lockTeamsOf(tx: Transaction, userId: string): Promise<void> {
  const { teamId, role } = teamMembers;
  const isMember = eq(teamMembers.userId, userId);
  const joined = tx.select({ teamId }).from(teamMembers).where(isMember);
  // Against deletions of the collective, and of accounts.
  await tx
    .select({ id: collectives.id })
    .from(collectives)
    .where(inArray(collectives.id, joined))
    .orderBy(asc(collectives.id))
    .for('update');
  // Against owners who leave or lose their role: the trigger `check_team_owners` locks this row.
  await tx
    .select({ id: teams.id })
    .from(teams)
    .where(and(inArray(teams.id, joined), eq(teams.kind, 'collective')))
    .orderBy(asc(teams.id))
    .for('no key update');
  // Against organisers who leave or become owners.
  const owned = tx
    .select({ teamId })
    .from(teamMembers)
    .where(and(isMember, eq(role, 'owner')));
  await tx
    .select({ teamId })
    .from(teamMembers)
    .where(and(inArray(teamId, owned), eq(role, 'organizer')))
    .orderBy(asc(teamId), asc(teamMembers.userId))
    .for('update');
}

/** The organiser with an active account who joined first, with a locked membership; null: none. */
export async function findHeir(
  tx: Transaction,
  collectiveId: string,
): Promise<{ id: string; username: string; email: string } | null> {
  const [row] = await tx
    .select({ id: users.id, username: users.username, email: users.email })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(
      and(eq(teamMembers.teamId, collectiveId), eq(teamMembers.role, 'organizer'), eq(users.isActive, true)),
    )
    .orderBy(asc(teamMembers.joinedAt), asc(users.id))
    .limit(1)
    .for('update', { of: teamMembers });
  return row ?? null;
}
