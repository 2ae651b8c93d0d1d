import type { TeamRole } from '@minga/contract/teams';
import { and, asc, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/queries.ts';
import { users } from '../accounts/queries.ts';
import { teamInvitations, teamMembers, teams } from './schema.ts';

export type MemberRow = Awaited<ReturnType<typeof selectMembers>>[number];

const selectMembers = (db: Executor) =>
  db
    .select({ userId: users.id, username: users.username, role: teamMembers.role })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId));

/** Inserts a team, unless it already exists. */
export async function insertTeam(
  tx: Executor,
  id: string,
  kind: (typeof teams.$inferInsert)['kind'],
): Promise<void> {
  await tx.insert(teams).values({ id, kind }).onConflictDoNothing();
}

/** Lists owners, then organisers, then door keepers, each in the order in which they joined. */
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

/** Inserts a member. An existing member gets the stronger of the two roles. */
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

/** Returns false if the account is not a member. Violates `team_members_last_owner` if the collective would have no owner left. */
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

/** Returns false if the account is not a member. Violates `team_members_last_owner` if the collective would have no owner left. */
export async function deleteMember(tx: Transaction, teamId: string, userId: string): Promise<boolean> {
  const rows = await tx
    .delete(teamMembers)
    .where(isMember(teamId, userId))
    .returning({ userId: teamMembers.userId });
  return rows.length > 0;
}

export type InvitationRow = typeof teamInvitations.$inferSelect;

interface Counting {
  readonly now: Date;
  /** The condition that an invitation's inviter may still invite. The caller provides it, since this module knows no activities. */
  readonly isInForce: SQL | undefined;
}

/** Replaces the address's earlier invitation to the team, whose link then no longer works. */
export async function upsertInvitation(
  tx: Transaction,
  row: typeof teamInvitations.$inferInsert & { readonly id: string },
): Promise<InvitationRow> {
  const [stored] = await tx
    .insert(teamInvitations)
    .values(row)
    .onConflictDoUpdate({ target: [teamInvitations.teamId, teamInvitations.email], set: row })
    .returning();
  if (stored === undefined) throw new Error('the invitation was not returned');
  return stored;
}

/** Lists the invitations of a team that have not expired and whose inviters may still invite, the newest first. */
export async function listInvitations(
  db: Executor,
  teamId: string,
  { now, isInForce }: Counting,
  { limit, offset }: Paging,
): Promise<{ rows: InvitationRow[]; total: number }> {
  const isPending = and(eq(teamInvitations.teamId, teamId), gt(teamInvitations.expiresAt, now), isInForce);
  const rows = await db
    .select()
    .from(teamInvitations)
    .where(isPending)
    .orderBy(desc(teamInvitations.createdAt), desc(teamInvitations.id))
    .limit(limit)
    .offset(offset);
  return withTotal(rows, { limit, offset }, () => db.$count(teamInvitations, isPending));
}

/** The pending invitation with this token and the kind of its team, or null if there is none. */
export async function findInvitation(db: Executor, tokenHash: Buffer, { now, isInForce }: Counting) {
  const [row] = await db
    .select({ invitation: teamInvitations, kind: teams.kind })
    .from(teamInvitations)
    .innerJoin(teams, eq(teams.id, teamInvitations.teamId))
    .where(and(eq(teamInvitations.tokenHash, tokenHash), gt(teamInvitations.expiresAt, now), isInForce));
  return row ?? null;
}

/** Deletes an invitation of a team. Returns false if it was already used or withdrawn. */
export async function deleteInvitation(tx: Executor, teamId: string, id: string): Promise<boolean> {
  const rows = await tx
    .delete(teamInvitations)
    .where(and(eq(teamInvitations.id, id), eq(teamInvitations.teamId, teamId)))
    .returning({ id: teamInvitations.id });
  return rows.length > 0;
}

export async function deleteInvitationsTo(tx: Executor, email: string): Promise<void> {
  await tx.delete(teamInvitations).where(eq(teamInvitations.email, email));
}

export async function deleteExpiredInvitations(db: Executor, now: Date): Promise<void> {
  await db.delete(teamInvitations).where(lte(teamInvitations.expiresAt, now));
}

export const listInvitationsTo = (db: Executor, email: string) =>
  db
    .select({
      kind: teams.kind,
      role: teamInvitations.role,
      createdAt: teamInvitations.createdAt,
      expiresAt: teamInvitations.expiresAt,
    })
    .from(teamInvitations)
    .innerJoin(teams, eq(teams.id, teamInvitations.teamId))
    .where(eq(teamInvitations.email, email))
    .orderBy(desc(teamInvitations.createdAt));
