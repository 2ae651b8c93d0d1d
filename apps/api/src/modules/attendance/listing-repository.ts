import { and, asc, desc, eq, gte, isNull, lt, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../platform/database/connection.ts';
import type { Paging } from '../../platform/database/paging.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from './schema.ts';

/** An undefined field does not filter. */
export interface AttendanceFilter {
  readonly activityId: string | undefined;
  /** An account, matched by its id or its address. */
  readonly userId: string | undefined;
  /** Confirmed from `start` until before `end`. */
  readonly day: { readonly start: Date; readonly end: Date } | undefined;
}

const newestFirst = [desc(attendances.createdAt), desc(attendances.id)];
const oldestFirst = [asc(attendances.createdAt), asc(attendances.id)];
const linked = alias(users, 'linked');
const known = alias(users, 'known');

/**
 * One page of `total` attendances, the newest first, each with its activity and its account, if any. An index-only scan
 * finds the page, from the nearer end.
 */
export function listAttendances(
  db: Executor,
  filter: AttendanceFilter,
  { limit, offset }: Paging,
  total: number,
) {
  const isFromEnd = offset > total / 2;
  const after = Math.max(0, total - offset - limit);
  const page = db
    .select({ id: attendances.id })
    .from(attendances)
    .where(where(db, filter))
    .orderBy(...(isFromEnd ? oldestFirst : newestFirst))
    .limit(isFromEnd ? Math.max(0, total - offset - after) : limit)
    .offset(isFromEnd ? after : offset)
    .as('page');
  const { id, name, email, createdAt } = attendances;
  return db
    .select({
      attendance: { id, name, email, createdAt },
      activity: { id: activities.id, title: activities.title, date: activities.date },
      linked: { id: linked.id, username: linked.username, email: linked.email },
      known: { id: known.id, username: known.username, email: known.email },
    })
    .from(page)
    .innerJoin(attendances, eq(attendances.id, page.id))
    .leftJoin(activities, eq(activities.id, attendances.activityId))
    .leftJoin(linked, eq(linked.id, attendances.userId))
    .leftJoin(known, and(isNull(attendances.userId), eq(known.email, attendances.email)))
    .orderBy(...newestFirst);
}

export type RegisteredRow = Awaited<ReturnType<typeof listAttendances>>[number];

export const countAttendances = (db: Executor, filter: AttendanceFilter): Promise<number> =>
  db.$count(attendances, where(db, filter));

function where(db: Executor, { activityId, userId, day }: AttendanceFilter): SQL | undefined {
  return and(
    activityId === undefined ? undefined : eq(attendances.activityId, activityId),
    userId === undefined
      ? undefined
      : or(eq(attendances.userId, userId), eq(attendances.email, emailOf(db, userId))),
    day === undefined
      ? undefined
      : and(gte(attendances.createdAt, day.start), lt(attendances.createdAt, day.end)),
  );
}

const emailOf = (db: Executor, userId: string) =>
  db.select({ email: users.email }).from(users).where(eq(users.id, userId));
