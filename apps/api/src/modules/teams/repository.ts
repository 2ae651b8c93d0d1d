import type { TeamRole } from '@minga/contract/teams';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/paging.ts';
import { users } from '../accounts/schema.ts';
import { teamMembers, teams } from './schema.ts';

export type MemberRow = Awaited<ReturnType<typeof selectMembers>>[number];

const selectMembers = (db: Executor) =>
  db
    .select({ userId: users.id, username: users.username, role: teamMembers.role })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId));

/** Does nothing if the team exists. */
export async function insertTeam(
  tx: Executor,
  id: string,
  kind: (typeof teams.$inferInsert)['kind'],
): Promise<void> {
  await tx.insert(teams).values({ id, kind }).onConflictDoNothing();
}

/** Owners first, then organisers, then door keepers, each by the time they joined. */
export async function listMembers(
  db: Executor,
  teamId: string,
  { limit, offset }: Paging,
): Promise<{ rows: MemberRow[]; total: number }> {
  const isOfTeam = eq(teamMembers.teamId, teamId);
  const rank = sql`array_position(array['owner', 'organizer', 'door'], ${teamMembers.role})`;
  const rows = await selectMembers(db)
    .where(isOfTeam)
    .orderBy(asc(rank), asc(teamMembers.joinedAt), asc(teamMembers.userId))
    .limit(limit)
    .offset(offset);
  return withTotal(rows, { limit, offset }, () => db.$count(teamMembers, isOfTeam));
}

export async function findMember(db: Executor, teamId: string, userId: string): Promise<MemberRow | null> {
  const [row] = await selectMembers(db).where(isMember(teamId, userId));
  return row ?? null;
}

const isMember = (teamId: string, userId: string) =>
  and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId));

/** A member keeps the stronger of both roles. */
export async function insertMember(tx: Transaction, row: typeof teamMembers.$inferInsert): Promise<void> {
  const stronger = sql`case
    when 'owner' in (${teamMembers.role}, excluded.role) then 'owner'
    when 'organizer' in (${teamMembers.role}, excluded.role) then 'organizer'
    else 'door' end`;
  await tx
    .insert(teamMembers)
    .values(row)
    .onConflictDoUpdate({ target: [teamMembers.teamId, teamMembers.userId], set: { role: stronger } });
}

/** False: not a member. Violates `team_members_last_owner` if the collective had no owner left. */
export async function setRole(
  tx: Transaction,
  teamId: string,
  userId: string,
  role: TeamRole,
): Promise<boolean> {
  const rows = await tx
    .update(teamMembers)
    .set({ role })
    .where(isMember(teamId, userId))
    .returning({ userId: teamMembers.userId });
  return rows.length > 0;
}

/** The same. */
export async function deleteMember(tx: Transaction, teamId: string, userId: string): Promise<boolean> {
  const rows = await tx
    .delete(teamMembers)
    .where(isMember(teamId, userId))
    .returning({ userId: teamMembers.userId });
  return rows.length > 0;
}
