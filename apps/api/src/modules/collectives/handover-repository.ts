import { and, asc, eq, inArray, ne, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/database/connection.ts';
import { users } from '../accounts/schema.ts';
import { teamMembers } from '../teams/schema.ts';
import { collectives } from './schema.ts';

/** Locks the collectives whose only owner is this account, in the order of their ids. */
export function lockOwnedAlone(
  tx: Transaction,
  userId: string,
): Promise<{ id: string; name: string; slug: string }[]> {
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
    .select({ id: collectives.id, name: collectives.name, slug: collectives.slug })
    .from(collectives)
    .where(inArray(collectives.id, ownedAlone))
    .orderBy(asc(collectives.id))
    .for('update');
}

/** The organiser with an active account who joined first; null: none. */
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
    .limit(1);
  return row ?? null;
}
