import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { users } from '../accounts/schema.ts';
import { listOwners } from '../teams/queries.ts';
import { type reportCases, reports } from './schema.ts';

/** An active account that is told of a decision. */
export interface Recipient {
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

const columns = { id: users.id, username: users.username, email: users.email };

export async function findFirstOwner(db: Executor, collectiveId: string): Promise<string | null> {
  const [owner] = await listOwners(db, collectiveId);
  return owner?.id ?? null;
}

export const findRecipient = (db: Executor, userId: string): Promise<Recipient[]> =>
  db
    .select(columns)
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isActive, true)));

type Case = Pick<typeof reportCases.$inferSelect, 'id' | 'round'>;

const unanswered = ({ id, round }: Case) =>
  and(eq(reports.caseId, id), eq(reports.round, round), isNull(reports.answeredAt));

/** The accounts whose reports of this round have not been answered. */
export const listUnanswered = (db: Executor, one: Case): Promise<Recipient[]> =>
  db
    .select(columns)
    .from(reports)
    .innerJoin(users, eq(users.id, reports.reporterId))
    .where(and(unanswered(one), eq(users.isActive, true)))
    .orderBy(asc(users.id));

export async function setAnswered(db: Executor, one: Case, now: Date): Promise<void> {
  await db.update(reports).set({ answeredAt: now }).where(unanswered(one));
}

/** The role of an account; null: deleted. */
export async function findRole(db: Executor, userId: string): Promise<string | null> {
  const [row] = await db.select({ role: users.role }).from(users).where(eq(users.id, userId));
  return row?.role ?? null;
}
