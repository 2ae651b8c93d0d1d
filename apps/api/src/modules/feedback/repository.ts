import {
  type ActivityFeedback,
  FEEDBACK_SHOWN_FROM,
  FEEDBACK_TEXTS_MAX,
  type NewFeedback,
} from '@minga/contract/feedback';
import { and, asc, count, eq, inArray, isNull, lte, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { activities } from '../activities/schema.ts';
import { attendanceIdsOf } from '../attendance/queries.ts';
import { feedback } from './schema.ts';

export type FeedbackRow = typeof feedback.$inferSelect;

/** Stores a party's feedback, or replaces what it said before. Organisers see it with the next batch. */
export async function upsertFeedback(tx: Transaction, row: typeof feedback.$inferInsert): Promise<void> {
  const { rating, text, userId, changedAt } = row;
  await tx
    .insert(feedback)
    .values(row)
    .onConflictDoUpdate({ target: feedback.attendanceId, set: { rating, text, userId, changedAt } });
}

export async function findFeedback(db: Executor, attendanceId: string): Promise<FeedbackRow | null> {
  const [row] = await db.select().from(feedback).where(eq(feedback.attendanceId, attendanceId));
  return row ?? null;
}

/**
 * Shows a batch: all answers and changes of an activity that are not shown yet if they are three or more, otherwise those from before
 * `today`. Nothing while there are fewer than three answers.
 */
export async function showBatch(db: Executor, activityId: string, today: Date): Promise<void> {
  await db.execute(
    sql`with pending as (
        select id, changed_at from ${feedback}
        where activity_id = ${activityId} and (shown_rating, shown_text) is distinct from (rating::smallint, text)
        order by id for update
      ), due as (
        select id from pending
        where ((select count(*) from pending) >= ${FEEDBACK_SHOWN_FROM} or changed_at < ${today.toISOString()}::timestamptz)
          and (select count(*) from ${feedback} where activity_id = ${activityId}) >= ${FEEDBACK_SHOWN_FROM}
      )
      update ${feedback} set shown_rating = rating, shown_text = text from due where ${feedback}.id = due.id`,
  );
}

/** The average and number of the ratings that are shown, and the number of all. */
export async function averageOf(
  db: Executor,
  activityId: string,
): Promise<Pick<ActivityFeedback, 'average' | 'count'> & { readonly given: number }> {
  const [row] = await db
    .select({
      average: sql<number | null>`avg(${feedback.shownRating})::float8`,
      count: count(feedback.shownRating),
      given: count(),
    })
    .from(feedback)
    .where(eq(feedback.activityId, activityId));
  return row ?? { average: null, count: 0, given: 0 };
}

const hasShownText = and(ne(feedback.shownText, ''), not(feedback.isTextWithheld));

/** The texts that are shown, in the order of their hashes: neither time nor the list of attendees can be read from it. */
export async function listTexts(db: Executor, activityId: string): Promise<string[]> {
  const rows = await db
    .select({ text: sql<string>`${feedback.shownText}` })
    .from(feedback)
    .where(and(eq(feedback.activityId, activityId), hasShownText))
    .orderBy(sql`md5(${feedback.shownText})`)
    .limit(FEEDBACK_TEXTS_MAX);
  return rows.map(({ text }) => text);
}

/** Ends the connection of feedback with attendances that became another person's. */
export async function detachFeedback(tx: Transaction, attendanceIds: readonly string[]): Promise<void> {
  if (attendanceIds.length === 0) return;
  await tx.update(feedback).set({ attendanceId: null }).where(isAt(attendanceIds));
}

export const isAt = (attendanceIds: readonly string[]): SQL =>
  inArray(feedback.attendanceId, [...attendanceIds]);

type Account = Parameters<typeof attendanceIdsOf>[0] & { readonly id: string };

export const isOfAccount = (account: Account): SQL | undefined =>
  or(eq(feedback.userId, account.id), inArray(feedback.attendanceId, attendanceIdsOf(account)));

/** Condition: nothing connects it with a person any more, and its activity ended until then. */
export const isForgotten = (db: Executor, endedUntil: Date): SQL | undefined =>
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

/**
 * Erases texts; their ratings still count. Of an activity at least three shown texts go at once, others being withheld for good, so that
 * organisers cannot tell which one was erased.
 */
export async function eraseTexts(tx: Transaction, condition: SQL | undefined): Promise<void> {
  const erased = await tx
    .select({ id: feedback.id, activityId: feedback.activityId, isShown: sql<boolean>`${hasShownText}` })
    .from(feedback)
    .where(and(condition, or(ne(feedback.text, ''), ne(feedback.shownText, ''))))
    .orderBy(asc(feedback.id))
    .for('update');
  if (erased.length === 0) return;
  const shownText = sql`case when ${feedback.shownText} is not null then '' end`;
  const ids = erased.map(({ id }) => id);
  await tx.update(feedback).set({ text: '', shownText }).where(inArray(feedback.id, ids));
  const shown = Map.groupBy(
    erased.filter(({ isShown }) => isShown),
    ({ activityId }) => activityId,
  );
  for (const [activityId, rows] of shown) {
    if (rows.length >= FEEDBACK_SHOWN_FROM) continue;
    const others = tx
      .select({ id: feedback.id })
      .from(feedback)
      .where(and(eq(feedback.activityId, activityId), hasShownText))
      // Ids are random.
      .orderBy(asc(feedback.id))
      .limit(FEEDBACK_SHOWN_FROM - rows.length)
      .for('update', { skipLocked: true });
    await tx.update(feedback).set({ isTextWithheld: true }).where(inArray(feedback.id, others));
  }
}

/** Ends the connection of feedback with an account that is deleted. */
export async function detachFeedbackOf(tx: Transaction, account: Account): Promise<void> {
  await tx.update(feedback).set({ attendanceId: null, userId: null }).where(isOfAccount(account));
}

/** The feedback of attendances. */
export const listFeedbackAt = (db: Executor, attendanceIds: readonly string[]): Promise<FeedbackRow[]> =>
  db.select().from(feedback).where(isAt(attendanceIds));

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
