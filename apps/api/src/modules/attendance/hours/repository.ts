import type { ActivityStatus } from '@minga/contract/activities';
import {
  type AnyColumn,
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  lt,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import type { Paging } from '../../../platform/database/queries.ts';
import { activities, collectiveOfActivity } from '../../activities/queries.ts';
import { UNPUBLISHED_TITLE } from '../../activities/rules.ts';
import { collectives } from '../../collectives/queries.ts';
import {
  type DetachedRow,
  findDetachedHours,
  type HoursPeriod,
  listDetached,
} from '../detached-repository.ts';
import { areHoursWithdrawn, decidedAt, isAttendanceOf } from '../queries.ts';
import { attendances } from '../schema.ts';
import type { HoursChange } from './rules.ts';

/** Locks the parties of an activity that were checked in. */
export const lockCheckedIn = (tx: Transaction, activityId: string) =>
  tx
    .select({
      id: attendances.id,
      userId: attendances.userId,
      email: attendances.email,
      hours: attendances.hours,
      isSelfCheckedIn: attendances.isSelfCheckedIn,
    })
    .from(attendances)
    .where(and(eq(attendances.activityId, activityId), isNotNull(attendances.checkedInAt)))
    .orderBy(asc(attendances.id))
    .for('update');

/** Stores hours of locked parties, in one statement. */
export async function setHours(tx: Transaction, changes: readonly HoursChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.execute(
    sql`update ${attendances} set hours = given.hours
      from unnest(${sql.param(changes.map(({ id }) => id))}::uuid[],
        ${sql.param(changes.map(({ hours }) => hours))}::numeric[]) as given (id, hours)
      where ${attendances.id} = given.id`,
  );
}

interface Person {
  readonly id: string;
  readonly email: string;
}

const former = sql<
  string | null
>`coalesce(${collectives.name}, case when ${activities.collectiveId} is null then ${activities.formerCollective} end)`;

const isCounted = not(areHoursWithdrawn);

/** Condition: confirmed hours of the person in a period that no state of the activity withdraws (`areHoursWithdrawn`). */
const helpedIn = (person: Person, { start, end }: HoursPeriod) =>
  and(
    isAttendanceOf(person),
    isNotNull(attendances.hours),
    isCounted,
    start && gte(activities.date, start),
    end && lt(activities.date, end),
  );

/** A text of the activity, or `hidden` while the activity has none of these statuses. */
const shown = (text: AnyColumn, statuses: readonly ActivityStatus[], hidden: string): SQL<string> =>
  sql`case when ${inArray(activities.status, [...statuses])} then ${text} else ${hidden}::text end`;

/** The texts of an activity that has none of these statuses are hidden (docs/rules.md R19.3). */
const selectHelped = (db: Executor, statuses: readonly ActivityStatus[]) =>
  db
    .select({
      id: attendances.id,
      name: attendances.name,
      activityId: activities.id,
      title: shown(activities.title, statuses, UNPUBLISHED_TITLE).as('title'),
      date: activities.date,
      endDate: activities.endDate,
      place: shown(activities.place, statuses, '').as('place'),
      collective: former.as('collective'),
      hours: sql<number>`${attendances.hours}::float8`.as('hours'),
      /** The activity's texts are hidden until an administrator has decided. */
      isInReview: sql<boolean>`${not(inArray(activities.status, [...statuses]))}`.as('is_in_review'),
      checkedInAt: sql<Date>`${attendances.checkedInAt}`.mapWith(attendances.checkedInAt).as('checked_in_at'),
    })
    .from(attendances)
    .innerJoin(activities, eq(activities.id, attendances.activityId))
    // The name of a held or deactivated collective is hidden, as it is for visitors.
    .leftJoin(collectives, and(collectiveOfActivity, eq(collectives.status, 'active')));

/** Hours that were withdrawn. */
export type WithdrawnRow = Pick<
  DetachedRow,
  'id' | 'activityId' | 'title' | 'date' | 'hours' | 'withdrawnAt' | 'withdrawnBecause' | 'remainingHours'
> & {
  /** The activity has a public page, and its author an active account. */
  readonly isOrganiserThere: boolean;
};

/** An attendance with confirmed hours. */
export type HelpedRow = Awaited<ReturnType<typeof selectHelped>>[number];

/**
 * A page of the activities in which a person helped, the newest first. `isDeleted` is true if the attendance or the activity was
 * deleted.
 */
export async function listHelped(
  db: Executor,
  person: Person,
  statuses: readonly ActivityStatus[],
  { limit, offset }: Paging,
): Promise<(HelpedRow & { readonly isDeleted: boolean })[]> {
  const rows = await selectHelped(db, statuses)
    .where(helpedIn(person, {}))
    .orderBy(desc(activities.date), desc(attendances.id))
    .limit(limit + offset);
  const detached = await listDetached(db, person, {});
  return [
    ...rows.map(row => ({ ...row, isDeleted: false })),
    ...detached.map(row => ({ ...row, isDeleted: true })),
  ]
    .sort(byDate)
    .slice(offset, offset + limit);
}

/**
 * The hours that rejections or holds of activities withdrew, including rejections that can still be undone. The hours of an
 * activity that is held and was never public are absent, since they never counted.
 */
export const listRejected = (db: Executor, person: Person): Promise<WithdrawnRow[]> =>
  db
    .select({
      id: attendances.id,
      title: sql<string>`${UNPUBLISHED_TITLE}::text`,
      date: activities.date,
      hours: sql<number>`${attendances.hours}::float8`,
      withdrawnAt: sql<Date>`${decidedAt}`.mapWith(activities.updatedAt),
      withdrawnBecause: sql<'rejected'>`'rejected'`,
      remainingHours: sql<null>`null`,
      activityId: activities.id,
      isOrganiserThere: sql<boolean>`false`,
    })
    .from(attendances)
    .innerJoin(activities, eq(activities.id, attendances.activityId))
    .where(
      and(
        isAttendanceOf(person),
        isNotNull(attendances.hours),
        areHoursWithdrawn,
        or(eq(activities.status, 'rejected'), isNotNull(activities.publishedAt)),
      ),
    );

/** Sorts the newest first. */
const byDate = (one: HelpedRow, other: HelpedRow): number =>
  other.date.getTime() - one.date.getTime() || (other.id < one.id ? -1 : 1);

/** The activities in which a person helped in a period. The attendances are locked, so that their hours do not change. */
export async function lockHelped(
  tx: Transaction,
  person: Person,
  statuses: readonly ActivityStatus[],
  { period, limit }: { readonly period: HoursPeriod; readonly limit: number },
): Promise<HelpedRow[]> {
  const rows = await selectHelped(tx, statuses)
    .where(helpedIn(person, period))
    .orderBy(desc(activities.date), desc(attendances.id))
    .limit(limit)
    .for('share', { of: attendances });
  return [...rows, ...(await listDetached(tx, person, period))].sort(byDate).slice(0, limit);
}

export async function sumHelped(db: Executor, person: Person): Promise<{ total: number; count: number }> {
  const [sum] = await db
    .select({
      total: sql<number>`coalesce(sum(${attendances.hours}), 0)::float8`,
      count: sql<number>`count(*)::int`,
    })
    .from(attendances)
    .innerJoin(activities, eq(activities.id, attendances.activityId))
    .where(helpedIn(person, {}));
  const detached = await listDetached(db, person, {});
  return {
    total: detached.reduce((total, { hours }) => total + hours, sum?.total ?? 0),
    count: (sum?.count ?? 0) + detached.length,
  };
}

/** The certified facts of one attendance, or null if it has no hours that count. */
export async function findHelped(
  db: Executor,
  id: string,
  statuses: readonly ActivityStatus[],
): Promise<HelpedRow | null> {
  const [row] = await selectHelped(db, statuses).where(
    and(eq(attendances.id, id), isNotNull(attendances.hours), isCounted),
  );
  return row ?? findDetachedHours(db, id);
}
