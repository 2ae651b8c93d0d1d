import {
  type ActivityFeedback,
  FEEDBACK_SHOWN_FROM,
  FEEDBACK_TEXTS_MAX,
  type NewFeedback,
} from '@minga/contract/feedback';
import { and, asc, count, eq, inArray, isNull, lte, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { activities } from '../activities/queries.ts';
import { attendanceIdsOf } from '../attendance/queries.ts';
import { feedback } from './schema.ts';

export type FeedbackRow = typeof feedback.$inferSelect;

/** Stores a party's feedback, or replaces its earlier feedback. */
export async function upsertFeedback(tx: Transaction, row: typeof feedback.$inferInsert): Promise<void> {
  const { rating, text, userId } = row;
  await tx
    .insert(feedback)
    .values(row)
    .onConflictDoUpdate({ target: feedback.attendanceId, set: { rating, text, userId } });
}

export async function findFeedback(db: Executor, attendanceId: string): Promise<FeedbackRow | null> {
  const [row] = await db.select().from(feedback).where(eq(feedback.attendanceId, attendanceId));
  return row ?? null;
}

/** The average and the number of an activity's ratings. */
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

/** Condition: organisers see the text as soon as there are `FEEDBACK_SHOWN_FROM` answers. */
const hasShownText = and(ne(feedback.text, ''), not(feedback.isTextWithheld));

/** The texts that organisers see. The order by hash reveals neither the time nor the attendee. */
export async function listTexts(db: Executor, activityId: string): Promise<string[]> {
  const rows = await db
    .select({ text: feedback.text })
    .from(feedback)
    .where(and(eq(feedback.activityId, activityId), hasShownText))
    .orderBy(sql`md5(${feedback.text})`)
    .limit(FEEDBACK_TEXTS_MAX);
  return rows.map(({ text }) => text);
}

/** Detaches feedback from attendances that were transferred to another person. */
export async function detachFeedback(tx: Transaction, attendanceIds: readonly string[]): Promise<void> {
  if (attendanceIds.length === 0) return;
  await tx.update(feedback).set({ attendanceId: null }).where(isOfAttendances(attendanceIds));
}

export const isOfAttendances = (attendanceIds: readonly string[]): SQL =>
  inArray(feedback.attendanceId, [...attendanceIds]);

type Account = Parameters<typeof attendanceIdsOf>[0] & { readonly id: string };

export const isOfAccount = (account: Account): SQL | undefined =>
  or(eq(feedback.userId, account.id), inArray(feedback.attendanceId, attendanceIdsOf(account)));

/** Condition: the feedback is linked to no attendance and no account, and its activity ended by `endedUntil`. */
export const isUnlinked = (db: Executor, endedUntil: Date): SQL | undefined =>
  and(
    isNull(feedback.attendanceId),
    isNull(feedback.userId),
    inArray(
      feedback.activityId,
      db
        .select({ id: activities.id })
        .from(activities)
        .where(lte(sql`coalesce(${activities.endDate}, ${activities.date})`, endedUntil)),
    ),
  );

const others = alias(feedback, 'others');

/**
 * Erases texts; their ratings remain. If fewer than `FEEDBACK_SHOWN_FROM` visible texts of an activity are erased, further texts are
 * withheld permanently up to that number, so that organisers cannot identify the erased text.
 */
export async function eraseTexts(tx: Transaction, condition: SQL | undefined): Promise<void> {
  const answers = tx
    .select({ count: count() })
    .from(others)
    .where(eq(others.activityId, feedback.activityId));
  const erased = await tx
    .select({
      id: feedback.id,
      activityId: feedback.activityId,
      isShown: sql<boolean>`${hasShownText} and (${answers}) >= ${FEEDBACK_SHOWN_FROM}`,
    })
    .from(feedback)
    .where(and(condition, ne(feedback.text, '')))
    .orderBy(asc(feedback.id))
    .for('update');
  if (erased.length === 0) return;
  const ids = erased.map(({ id }) => id);
  await tx.update(feedback).set({ text: '' }).where(inArray(feedback.id, ids));
  const shown = Map.groupBy(
    erased.filter(({ isShown }) => isShown),
    ({ activityId }) => activityId,
  );
  for (const [activityId, rows] of shown) {
    if (rows.length >= FEEDBACK_SHOWN_FROM) continue;
    const withheld = tx
      .select({ id: feedback.id })
      .from(feedback)
      .where(and(eq(feedback.activityId, activityId), hasShownText))
      // The order is random, because the ids are.
      .orderBy(asc(feedback.id))
      .limit(FEEDBACK_SHOWN_FROM - rows.length)
      .for('update', { skipLocked: true });
    await tx.update(feedback).set({ isTextWithheld: true }).where(inArray(feedback.id, withheld));
  }
}

/** Detaches feedback from an account that is being deleted, and from its attendances. */
export async function detachFeedbackOf(tx: Transaction, account: Account): Promise<void> {
  await tx.update(feedback).set({ attendanceId: null, userId: null }).where(isOfAccount(account));
}

/** The feedback of attendances. */
export const listFeedbackAt = (db: Executor, attendanceIds: readonly string[]): Promise<FeedbackRow[]> =>
  db.select().from(feedback).where(isOfAttendances(attendanceIds));

/** All feedback that an account has given, for its data download. */
export const listFeedbackOf = (
  db: Executor,
  account: Account,
): Promise<(NewFeedback & { readonly attendanceId: string | null; readonly activityId: string })[]> =>
  db
    .select({
      attendanceId: feedback.attendanceId,
      activityId: feedback.activityId,
      rating: feedback.rating,
      text: feedback.text,
    })
    .from(feedback)
    .where(isOfAccount(account));
