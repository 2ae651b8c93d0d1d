import type { ActivityStatus } from '@minga/contract/activities';
import type { Goal } from '@minga/contract/goals';
import type { Scope } from '@minga/contract/series';
import { and, asc, eq, exists, gte, inArray, or, sql } from 'drizzle-orm';
import { alias, type PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { activityRowColumns, isManagedBy } from '../queries.ts';
import type { LockedActivity } from '../repository.ts';
import { activities, activitySeries } from '../schema.ts';

type NewOccurrence = typeof activities.$inferInsert & { readonly id: string };

/** Stores a series with its occurrences, which must be sorted by date. */
export async function insertSeries(
  tx: Transaction,
  rule: Omit<typeof activitySeries.$inferInsert, 'count'>,
  occurrences: readonly NewOccurrence[],
): Promise<void> {
  const series = { ...rule, count: occurrences.length };
  const [inserted] = await tx.insert(activitySeries).values(series).returning({ id: activitySeries.id });
  if (inserted === undefined) throw new Error('the inserted series was not returned');
  const rows = occurrences.map((row, index) => ({ ...row, seriesId: inserted.id, seriesIndex: index + 1 }));
  await tx.insert(activities).values(rows);
}

/** The number of upcoming occurrences by series that are public, `viewerId`'s own or of one of its teams. */
export async function countRemaining(
  db: Executor,
  seriesIds: readonly string[],
  viewerId: string | null,
  statuses: ActivityStatus[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  if (seriesIds.length === 0) return new Map();
  const rows = await db
    .select({ id: activities.seriesId, count: sql<number>`count(*)::int` })
    .from(activities)
    .where(
      and(
        inArray(activities.seriesId, [...seriesIds]),
        gte(activities.endsAt, now),
        or(
          inArray(activities.status, statuses),
          viewerId === null ? undefined : or(eq(activities.ownerId, viewerId), isManagedBy(viewerId)),
        ),
      ),
    )
    .groupBy(activities.seriesId);
  return new Map(rows.flatMap(({ id, count }) => (id === null ? [] : [[id, count]])));
}

/** Locks an activity and the occurrences of its series that the scope covers, in the order in which every transaction locks activities. */
export function lockOccurrences(tx: Transaction, id: string, scope: Scope): Promise<LockedActivity[]> {
  const named = alias(activities, 'named');
  const isCovered = scope === 'following' ? gte(activities.seriesIndex, named.seriesIndex) : sql`true`;
  const covered = tx
    .select({ id: named.id })
    .from(named)
    .where(and(eq(named.id, id), eq(named.seriesId, activities.seriesId), isCovered));
  return tx
    .select(activityRowColumns.activity)
    .from(activities)
    .where(or(eq(activities.id, id), scope === 'one' ? undefined : exists(covered)))
    .orderBy(asc(activities.id))
    .for('update');
}

/** The columns in which occurrences differ after one edit of all. */
type OwnValues = Pick<LockedActivity, 'id' | 'date' | 'endDate' | 'status' | 'holdKind' | 'holdTerm'>;

/** Sets common values of locked occurrences, and the own values of each. */
export async function updateOccurrences(
  tx: Transaction,
  values: PgUpdateSetSource<typeof activities>,
  occurrences: readonly OwnValues[],
): Promise<void> {
  const ids = sql`${sql.param(occurrences.map(({ id }) => id))}::uuid[]`;
  const position = sql`array_position(${ids}, ${activities.id})`;
  const dates = (of: (one: OwnValues) => Date | null) =>
    sql`(${sql.param(occurrences.map(one => of(one)?.toISOString() ?? null))}::timestamptz[])[${position}]`;
  const texts = (of: (one: OwnValues) => string | null) =>
    sql`(${sql.param(occurrences.map(of))}::text[])[${position}]`;
  await tx
    .update(activities)
    .set({
      ...values,
      date: dates(({ date }) => date),
      endDate: dates(({ endDate }) => endDate),
      status: texts(({ status }) => status),
      holdKind: texts(({ holdKind }) => holdKind),
      holdTerm: texts(({ holdTerm }) => holdTerm),
      revision: sql`${activities.revision} + 1`,
    })
    .where(sql`${activities.id} = any(${ids})`);
}

/** Sets the goals of occurrences. */
export async function updateGoals(
  tx: Transaction,
  occurrences: readonly { id: string; goals: readonly Goal[] }[],
): Promise<void> {
  await tx.execute(
    sql`update ${activities} set goals = edited.goals from jsonb_to_recordset(${JSON.stringify(occurrences)}::jsonb) as edited (id uuid, goals jsonb)
      where ${activities.id} = edited.id`,
  );
}

/** The occurrences of a series by date. */
export const listOccurrences = (db: Executor, seriesId: string) =>
  db
    .select({
      id: activities.id,
      ownerId: activities.ownerId,
      collectiveId: activities.collectiveId,
      status: activities.status,
      date: activities.date,
      isDetached: activities.isDetached,
      questions: activities.questions,
    })
    .from(activities)
    .where(eq(activities.seriesId, seriesId))
    .orderBy(asc(activities.date), asc(activities.id));
