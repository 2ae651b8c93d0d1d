import { type ActivityFeedback, FEEDBACK_TEXTS_MAX, type NewFeedback } from '@minga/contract/feedback';
import { and, count, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { attendanceIdsOf } from '../attendance/queries.ts';
import { feedback } from './schema.ts';

export type FeedbackRow = typeof feedback.$inferSelect;

/** Stores a party's feedback, or replaces what it said before. */
export async function upsertFeedback(tx: Transaction, row: FeedbackRow): Promise<void> {
  const { rating, text } = row;
  await tx
    .insert(feedback)
    .values(row)
    .onConflictDoUpdate({ target: feedback.attendanceId, set: { rating, text } });
}

export async function findFeedback(db: Executor, attendanceId: string): Promise<FeedbackRow | null> {
  const [row] = await db.select().from(feedback).where(eq(feedback.attendanceId, attendanceId));
  return row ?? null;
}

/** The average of all ratings and their number. */
export async function averageOf(
  db: Executor,
  activityId: string,
): Promise<Pick<ActivityFeedback, 'average' | 'count'>> {
  const [row] = await db
    .select({ average: sql<number | null>`avg(${feedback.rating})::float8`, count: count() })
    .from(feedback)
    .where(eq(feedback.activityId, activityId));
  return row ?? { average: null, count: 0 };
}

/** The texts, in the order of their hashes: neither time nor the list of attendees can be read from it. */
export async function listTexts(db: Executor, activityId: string): Promise<string[]> {
  const rows = await db
    .select({ text: feedback.text })
    .from(feedback)
    .where(and(eq(feedback.activityId, activityId), ne(feedback.text, '')))
    .orderBy(sql`md5(${feedback.text})`)
    .limit(FEEDBACK_TEXTS_MAX);
  return rows.map(({ text }) => text);
}

export async function deleteFeedback(tx: Transaction, attendanceIds: readonly string[]): Promise<void> {
  if (attendanceIds.length === 0) return;
  await tx.delete(feedback).where(inArray(feedback.attendanceId, [...attendanceIds]));
}

/** Deletes the texts of attendances; their ratings still count. */
export async function deleteTexts(tx: Transaction, attendanceIds: readonly string[]): Promise<void> {
  await tx
    .update(feedback)
    .set({ text: '' })
    .where(and(inArray(feedback.attendanceId, [...attendanceIds]), ne(feedback.text, '')));
}

/** The feedback of attendances. */
export const listFeedbackAt = (db: Executor, attendanceIds: readonly string[]): Promise<FeedbackRow[]> =>
  db
    .select()
    .from(feedback)
    .where(inArray(feedback.attendanceId, [...attendanceIds]));

type Account = Parameters<typeof attendanceIdsOf>[0];
const isOf = (account: Account) => inArray(feedback.attendanceId, attendanceIdsOf(account));

export async function deleteFeedbackOf(tx: Transaction, account: Account): Promise<void> {
  await tx.delete(feedback).where(isOf(account));
}

/** All feedback that an account has given, for its data download. */
export const listFeedbackOf = (
  db: Executor,
  account: Account,
): Promise<(NewFeedback & { readonly attendanceId: string })[]> =>
  db
    .select({ attendanceId: feedback.attendanceId, rating: feedback.rating, text: feedback.text })
    .from(feedback)
    .where(isOf(account));
