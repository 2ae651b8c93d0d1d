import { and, desc, eq, gt, lte, type SQL } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/paging.ts';
import { teamInvitations, teams } from './schema.ts';

export type InvitationRow = typeof teamInvitations.$inferSelect;

interface Counting {
  readonly now: Date;
  /** Condition on an invitation: its inviter may still invite. The roles of an activity are known further right. */
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

/** The newest first, without expired ones and those that do not count any more. */
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

/** The pending invitation with this token, and the kind of its team; null: unknown, used, withdrawn, expired or not in force. */
export async function findInvitation(db: Executor, tokenHash: Buffer, { now, isInForce }: Counting) {
  const [row] = await db
    .select({ invitation: teamInvitations, kind: teams.kind })
    .from(teamInvitations)
    .innerJoin(teams, eq(teams.id, teamInvitations.teamId))
    .where(and(eq(teamInvitations.tokenHash, tokenHash), gt(teamInvitations.expiresAt, now), isInForce));
  return row ?? null;
}

/** False: it is used or withdrawn already. */
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
