import type { ActivityStatus } from '@minga/contract/activities';
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import type { Paging } from '../../../platform/database/queries.ts';
import type { Due } from '../../../platform/due-work/due-work.ts';
import type { MailedActivity } from '../../../platform/mail/admission.ts';
import type { Settings } from '../../../settings.ts';
import { isPublic, type StoredStatus, storedStatuses, storedStatusesOf } from '../policy.ts';
import { activityRowColumns } from '../queries.ts';
import {
  countActivities,
  countSeriesOnce,
  type Found,
  findRows,
  isInList,
  type LockedActivity,
} from '../repository.ts';
import { activities, activityMemories } from '../schema.ts';
import { containsWords } from '../search/repository.ts';
import { findTerms } from '../search-queries.ts';

/** The filter of the administrators' list. An undefined field does not filter. */
export interface Filter {
  readonly status: ActivityStatus | undefined;
  readonly isPromoted: boolean | undefined;
  readonly search: string;
  /** The owners whose activities the search finds as well. */
  readonly ownerIds?: readonly string[];
  /** The period of the start, from `start` inclusive to `end` exclusive. */
  readonly day: { readonly start: Date; readonly end: Date } | undefined;
}

const newestFirst = [desc(activities.createdAt), desc(activities.id)];

/** All matching activities including hidden ones, the newest first. */
export async function listForModeration(
  db: Executor,
  { status, isPromoted, search, ownerIds = [], day }: Filter,
  now: Date,
  paging: Paging,
  few = FEW,
): Promise<Found> {
  const filter = and(
    status === undefined ? undefined : inArray(activities.status, storedStatusesOf(status)),
    day === undefined ? undefined : and(gte(activities.date, day.start), lt(activities.date, day.end)),
    promotedOrNot(gt(activities.promotionEnd, now), isPromoted),
  );
  const matching = search === '' ? filter : and(filter, await isFound(db, search, ownerIds));
  const total = await countActivities(db, matching);
  const isSearchOfFew = search !== '' && total < few;
  const ids = await (isSearchOfFew ? pageOfHits : pageOf)(db, matching, paging);
  if (ids.length === 0) return { rows: [], total };
  const whole = { limit: ids.length, offset: 0 };
  return { rows: await findRows(db, inArray(activities.id, ids), newestFirst, whole), total };
}

/** Condition: every word occurs in the activity, or it belongs to one of the owners. */
async function isFound(db: Executor, search: string, ownerIds: readonly string[]): Promise<SQL | undefined> {
  const hasWords = containsWords(await findTerms(db, search, storedStatuses));
  return ownerIds.length === 0 ? hasWords : or(hasWords, inArray(activities.ownerId, [...ownerIds]));
}

/** If there are more hits than this, an index scan from the newest finds a page quickly. */
const FEW = 2_000;

function promotedOrNot(promoted: SQL, wanted: boolean | undefined): SQL | undefined {
  if (wanted === undefined) return undefined;
  return wanted ? promoted : sql`(${promoted}) is not true`;
}

/** Finds a page without search words by an index-only scan. */
async function pageOf(db: Executor, filter: SQL | undefined, { limit, offset }: Paging): Promise<string[]> {
  const rows = await db
    .select({ id: activities.id })
    .from(activities)
    .where(filter)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
}

/**
 * Finds a page of few hits by materialising all of them: the planner overestimates their number, and would scan all activities from
 * the newest.
 */
async function pageOfHits(
  db: Executor,
  filter: SQL | undefined,
  { limit, offset }: Paging,
): Promise<string[]> {
  const { id, createdAt } = activities;
  const hits = db.select({ id, createdAt }).from(activities).where(filter);
  const { rows } = await db.execute<{ id: string }>(sql`
    with hits as materialized (${hits.getSQL()})
    select id from hits order by created_at desc, id desc limit ${limit} offset ${offset}`);
  return rows.map(row => row.id);
}

/**
 * Activities with these statuses that still need a decision, because they are upcoming or have a memory. Contains the next one of
 * each series; the earliest comes first.
 */
export async function listWaiting(
  db: Executor,
  statuses: readonly StoredStatus[],
  now: Date,
  limit: number,
): Promise<Found> {
  const isWaiting = (table: typeof activities) =>
    and(inArray(table.status, statuses), matters(db, table, now));
  const filter = isInList(db, isWaiting, now, { series: 'next', limit, offset: 0 });
  const [rows, total] = await Promise.all([
    findRows(db, filter, [asc(activities.date), asc(activities.id)], { limit, offset: 0 }),
    countSeriesOnce(db, isWaiting(activities)),
  ]);
  return { rows, total };
}

const matters = (db: Executor, { id, endsAt }: typeof activities, now: Date) =>
  or(gte(endsAt, now), inArray(id, db.select({ id: activityMemories.activityId }).from(activityMemories)));

/** The number of upcoming public activities without an administrator's decision, each series counted once. */
export const countUnreviewed = (db: Executor, now: Date): Promise<number> =>
  countSeriesOnce(db, and(eq(activities.status, 'pending'), gte(activities.endsAt, now)));

/** The number of activities per status. Statuses without activities are absent. */
export async function countByStatus(db: Executor): Promise<ReadonlyMap<StoredStatus, number>> {
  const rows = await db
    .select({ status: activities.status, count: count() })
    .from(activities)
    .groupBy(activities.status);
  return new Map(rows.map(row => [row.status, row.count]));
}

export const countPromoted = (db: Executor, now: Date): Promise<number> =>
  countActivities(db, gt(activities.promotionEnd, now));

/**
 * The revision after a rejection or its end, which calendars must accept as a newer version. Other decisions do not change calendar
 * entries.
 */
const nextRevision = sql`${activities.revision} + 1`;

/** Makes activities pending again, or held if they were held before. */
export async function setReopened(tx: Executor, ids: readonly string[]): Promise<void> {
  await tx
    .update(activities)
    .set({
      status: sql`case when ${activities.holdKind} is null then 'pending' else 'held' end`,
      rejectionReason: null,
      reviewedAt: null,
      revision: sql`case when ${activities.status} = 'rejected' then ${nextRevision} else ${activities.revision} end`,
    })
    .where(inArray(activities.id, [...ids]));
}

export async function setStatus(
  tx: Executor,
  ids: readonly string[],
  values: { reviewedAt: Date } & (
    | { status: 'approved'; rejectionReason: null }
    | { status: 'rejected'; rejectionReason: string }
  ),
): Promise<void> {
  await tx
    .update(activities)
    .set({
      ...values,
      ...(values.status === 'rejected' && { revision: nextRevision }),
    })
    .where(inArray(activities.id, [...ids]));
}

/** Rejects activities for reports. After an edit they are held until they are approved, whatever the moderation of the site. */
export async function setHidden(tx: Executor, ids: readonly string[], reason: string): Promise<void> {
  await tx
    .update(activities)
    .set({
      status: 'rejected',
      rejectionReason: reason,
      reviewedAt: null,
      revision: nextRevision,
      holdKind: sql`coalesce(${activities.holdKind}, 'report')`,
      holdTerm: sql`coalesce(${activities.holdTerm}, '')`,
    })
    .where(inArray(activities.id, [...ids]));
}

/** Undoes `setHidden` for activities that were neither edited nor decided again, and returns their ids. */
export async function setRestored(
  tx: Transaction,
  hidden: readonly Pick<LockedActivity, 'id' | 'status' | 'rejectionReason' | 'holdKind' | 'holdTerm'>[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update ${activities} set status = hidden.status, rejection_reason = hidden."rejectionReason",
      hold_kind = hidden."holdKind", hold_term = hidden."holdTerm"
    from jsonb_to_recordset(${JSON.stringify(hidden)}::jsonb)
      as hidden (id uuid, status text, "rejectionReason" text, "holdKind" text, "holdTerm" text)
    where ${activities.id} = hidden.id and ${activities.status} = 'rejected' and ${activities.reviewedAt} is null
    returning ${activities.id} as id`);
  return new Set(rows.map(({ id }) => id));
}

/** Shows a hidden activity. */
export async function setShown(
  tx: Executor,
  id: string,
  values: { status: StoredStatus; rejectionReason: string | null },
): Promise<void> {
  const isReport = sql`${activities.holdKind} = 'report'`;
  await tx
    .update(activities)
    .set({
      ...values,
      holdKind: sql`case when ${isReport} then null else ${activities.holdKind} end`,
      holdTerm: sql`case when ${isReport} then null else ${activities.holdTerm} end`,
    })
    .where(eq(activities.id, id));
}

/**
 * Marks activities as published. Returns those to announce to followers, with their collectives: neither the activity nor another
 * occurrence of its series was public before. Of a series it returns only the first occurrence.
 */
export async function publishNews(
  tx: Executor,
  ids: readonly string[],
  now: Date,
): Promise<{ activityId: string; collectiveId: string | null; isSilent: boolean }[]> {
  const sibling = alias(activities, 'sibling');
  const isKnown = exists(
    tx
      .select({ id: sibling.id })
      .from(sibling)
      .where(and(eq(sibling.seriesId, activities.seriesId), isNotNull(sibling.publishedAt))),
  );
  const isUnpublished = and(inArray(activities.id, [...ids]), isNull(activities.publishedAt));
  const series = sql`coalesce(${activities.seriesId}, ${activities.id})`;
  const news = await tx
    .selectDistinctOn([series], {
      activityId: activities.id,
      collectiveId: activities.collectiveId,
      isSilent: sql<boolean>`${activities.firstReadingId} is not null`,
    })
    .from(activities)
    .where(and(isUnpublished, not(isKnown)))
    .orderBy(series, asc(activities.date), asc(activities.id));
  await tx.update(activities).set({ publishedAt: now }).where(isUnpublished);
  return news;
}

/** Locks activities, in the order in which every transaction locks activities. */
export const lockActivities = (tx: Executor, ids: readonly string[]): Promise<LockedActivity[]> =>
  tx
    .select(activityRowColumns.activity)
    .from(activities)
    .where(inArray(activities.id, [...ids]))
    .orderBy(asc(activities.id))
    .for('update');

/**
 * Locks an activity, and those with its status and decision that the same first reading of a calendar has brought, in the order in which
 * every transaction locks activities.
 */
export function lockGroup(
  tx: Transaction,
  id: string,
  statuses: readonly StoredStatus[],
): Promise<LockedActivity[]> {
  const named = alias(activities, 'named');
  const isTogether = tx
    .select({ id: named.id })
    .from(named)
    .where(
      and(
        eq(named.id, id),
        eq(named.firstReadingId, activities.firstReadingId),
        eq(named.holdKind, 'first'),
        eq(named.status, activities.status),
        sql`${named.reviewedAt} is not distinct from ${activities.reviewedAt}`,
      ),
    );
  return tx
    .select(activityRowColumns.activity)
    .from(activities)
    .where(
      or(
        eq(activities.id, id),
        and(eq(activities.holdKind, 'first'), inArray(activities.status, [...statuses]), exists(isTogether)),
      ),
    )
    .orderBy(asc(activities.id))
    .for('update');
}

/** Locks an activity, the occurrences of its series, and what is rejected of the followed calendar that has brought it. */
export async function lockRejectedWith(tx: Transaction, id: string): Promise<LockedActivity[]> {
  const named = alias(activities, 'named');
  const isOfCalendar = and(
    eq(named.collectiveId, activities.collectiveId),
    eq(named.sourceHost, activities.sourceHost),
    eq(activities.status, 'rejected'),
  );
  const others = (isWith: SQL | undefined) =>
    tx.select({ id: activities.id }).from(activities).innerJoin(named, isWith).where(eq(named.id, id));
  const ofSeries = await others(eq(named.seriesId, activities.seriesId));
  const ofCalendar = await others(isOfCalendar);
  return lockActivities(tx, [id, ...new Set([...ofSeries, ...ofCalendar].map(one => one.id))]);
}

/** Locks all activities of an account and of a collective, in the order in which every transaction locks activities. */
export const lockPublished = (
  tx: Transaction,
  { ownerId, collectiveId }: { readonly ownerId: string; readonly collectiveId: string | null },
): Promise<LockedActivity[]> =>
  tx
    .select(activityRowColumns.activity)
    .from(activities)
    .where(
      or(
        eq(activities.ownerId, ownerId),
        collectiveId === null ? undefined : eq(activities.collectiveId, collectiveId),
      ),
    )
    .orderBy(asc(activities.id))
    .for('update');

export async function setUnpublished(tx: Executor, ids: readonly string[]): Promise<void> {
  await tx
    .update(activities)
    .set({ publishedAt: null })
    .where(inArray(activities.id, [...ids]));
}

/** The visibility and the times of the activities that still exist, by id. */
export async function findMailedActivities(
  db: Executor,
  moderation: Settings['moderation'],
  ids: readonly string[],
): Promise<Map<string, MailedActivity>> {
  const dates = alias(activities, 'dates');
  const lastEnd = db
    .select({ endsAt: sql`max(${dates.endsAt})` })
    .from(dates)
    .where(eq(dates.seriesId, activities.seriesId));
  const found = await db
    .select({
      id: activities.id,
      status: activities.status,
      begins: activities.date,
      ends: activities.endsAt,
      lastEnds: sql`coalesce((${lastEnd}), ${activities.endsAt})`.mapWith(activities.endsAt),
    })
    .from(activities)
    .where(inArray(activities.id, [...ids]));
  return new Map(
    found.map(({ id, status, ...times }) => [id, { isWithheld: !isPublic(status, moderation), ...times }]),
  );
}

/** Due work of the kind `REJECTIONS`, with the status before the rejection, which an undo restores. */
export type RejectionNotice = Due<{ readonly status: 'pending' | 'approved' | 'held' }>;

/** Restores the status of rejected activities before their rejection. */
export async function setUnrejected(tx: Transaction, notices: readonly RejectionNotice[]): Promise<void> {
  for (const [status, group] of Map.groupBy(notices, ({ data }) => data.status)) {
    const ids = group.map(({ key }) => key);
    const isRejected = eq(activities.status, 'rejected');
    await tx
      .update(activities)
      .set({ status, rejectionReason: null, reviewedAt: null })
      .where(and(inArray(activities.id, ids), isRejected));
  }
}
