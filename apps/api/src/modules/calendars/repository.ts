import { and, asc, eq, gt, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { inLockedRows, type Paging } from '../../platform/database/queries.ts';
import { users } from '../accounts/queries.ts';
import { activities, activityPlaces } from '../activities/queries.ts';
import { collectives } from '../collectives/queries.ts';
import { teamMembers } from '../teams/queries.ts';
import { calendarEvents, calendars } from './schema.ts';

export type CalendarRow = typeof calendars.$inferSelect;
export type LinkRow = typeof calendarEvents.$inferSelect;

/** A calendar with the numbers of its activities. */
export type CountedCalendar = CalendarRow & { readonly activities: number; readonly cancelled: number };

const isOfCollective = (collectiveId: string) => eq(calendars.collectiveId, collectiveId);

const selectCounted = (db: Executor) =>
  db
    .select({
      calendar: calendars,
      activities: sql<number>`count(${activities.id})::int`,
      cancelled: sql<number>`(count(*) filter (where ${activities.isSourceCancelled}))::int`,
    })
    .from(calendars)
    .leftJoin(calendarEvents, eq(calendarEvents.calendarId, calendars.id))
    .leftJoin(activities, eq(activities.id, calendarEvents.activityId))
    .groupBy(calendars.id)
    .orderBy(asc(calendars.createdAt), asc(calendars.id))
    .$dynamic();

const counted = ({
  calendar,
  ...counts
}: Awaited<ReturnType<typeof selectCounted>>[number]): CountedCalendar => ({
  ...calendar,
  ...counts,
});

export async function listCalendars(
  db: Executor,
  collectiveId: string,
  { limit, offset }: Paging,
): Promise<{ rows: CountedCalendar[]; total: number }> {
  const rows = await selectCounted(db).where(isOfCollective(collectiveId)).limit(limit).offset(offset);
  return { rows: rows.map(counted), total: await countCalendars(db, collectiveId) };
}

export const countCalendars = (db: Executor, collectiveId: string): Promise<number> =>
  db.$count(calendars, isOfCollective(collectiveId));

export async function findCounted(db: Executor, id: string): Promise<CountedCalendar | null> {
  const [row] = await selectCounted(db).where(eq(calendars.id, id));
  return row === undefined ? null : counted(row);
}

export const hasUrl = async (db: Executor, collectiveId: string, url: string): Promise<boolean> =>
  (await db.$count(calendars, and(isOfCollective(collectiveId), eq(calendars.url, url)))) > 0;

export async function insertCalendar(
  tx: Transaction,
  values: typeof calendars.$inferInsert,
): Promise<string> {
  const [row] = await tx.insert(calendars).values(values).returning({ id: calendars.id });
  if (row === undefined) throw new Error('the calendar was not stored');
  return row.id;
}

/** Locks a calendar of a collective. Returns null if there is none. */
export async function lockOfCollective(
  tx: Transaction,
  collectiveId: string,
  id: string,
): Promise<CalendarRow | null> {
  const [row] = await tx
    .select()
    .from(calendars)
    .where(and(isOfCollective(collectiveId), eq(calendars.id, id)))
    .for('update');
  return row ?? null;
}

/** Locks the calendar of a reading. Returns null if it was removed or another reading has begun since. */
export async function lockReading(
  tx: Transaction,
  id: string,
  readingId: string,
): Promise<CalendarRow | null> {
  const [row] = await tx
    .select()
    .from(calendars)
    .where(and(eq(calendars.id, id), eq(calendars.readingId, readingId)))
    .for('update');
  return row ?? null;
}

export async function updateCalendar(
  tx: Executor,
  id: string,
  values: Partial<typeof calendars.$inferInsert>,
): Promise<void> {
  await tx.update(calendars).set(values).where(eq(calendars.id, id));
}

export async function deleteCalendar(tx: Transaction, id: string): Promise<void> {
  await tx.delete(calendars).where(eq(calendars.id, id));
}

export type ClaimedCalendar = CalendarRow & { readonly readingId: string };

/**
 * Claims calendars that are due, each for one reading. A claim ends at `until`, when another process takes up what a killed one has left.
 */
export async function claimDue(
  db: Executor,
  now: Date,
  until: Date,
  limit: number,
): Promise<ClaimedCalendar[]> {
  const due = db
    .select({ id: calendars.id })
    .from(calendars)
    .where(lte(calendars.dueAt, now))
    .orderBy(asc(calendars.dueAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await db
    .update(calendars)
    .set({ dueAt: until, readingId: sql`gen_random_uuid()` })
    .where(inLockedRows(calendars.id, due))
    .returning();
  return rows as ClaimedCalendar[];
}

/** The dates that a calendar has brought, or with `since` those from then on. */
export const listLinks = (db: Executor, calendarId: string, since: Date | null): Promise<LinkRow[]> =>
  db
    .select()
    .from(calendarEvents)
    .where(
      and(
        eq(calendarEvents.calendarId, calendarId),
        since === null ? undefined : gte(calendarEvents.date, since),
      ),
    )
    .orderBy(asc(calendarEvents.key));

/** The activities among `ids` that a calendar has brought. */
export async function listLinked(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ id: calendarEvents.activityId })
    .from(calendarEvents)
    .where(inArray(calendarEvents.activityId, [...ids]));
  return rows.flatMap(({ id }) => id ?? []);
}

export async function deleteLinks(
  tx: Transaction,
  calendarId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .delete(calendarEvents)
    .where(and(eq(calendarEvents.calendarId, calendarId), inArray(calendarEvents.key, [...keys])));
}

export async function insertLinks(tx: Transaction, rows: readonly LinkRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(calendarEvents).values([...rows]);
}

/** The activities among `ids` for which people have confirmed or wait. */
export async function listWithPeople(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: activityPlaces.activityId })
    .from(activityPlaces)
    .where(
      and(
        inArray(activityPlaces.activityId, [...ids]),
        gt(sql`${activityPlaces.taken} + ${activityPlaces.waiting}`, 0),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** The active owners and organisers of a collective, with its name and slug. */
export const organisersOf = (tx: Executor, collectiveId: string) =>
  tx
    .select({ id: users.id, email: users.email, slug: collectives.slug })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .innerJoin(collectives, eq(collectives.id, teamMembers.teamId))
    .where(
      and(
        eq(teamMembers.teamId, collectiveId),
        inArray(teamMembers.role, ['owner', 'organizer']),
        users.isActive,
      ),
    );

/** The calendars that an account has added, with the activities that they have brought. */
export const listAddedBy = (tx: Executor, userId: string) =>
  tx
    .select({ id: calendars.id, collectiveId: calendars.collectiveId, activityId: calendarEvents.activityId })
    .from(calendars)
    .leftJoin(
      calendarEvents,
      and(eq(calendarEvents.calendarId, calendars.id), isNotNull(calendarEvents.activityId)),
    )
    .where(eq(calendars.addedBy, userId))
    .orderBy(asc(calendars.id), asc(calendarEvents.activityId));

/** The hosts of the calendars that an account has added, with their collectives. */
export const listHosts = (db: Executor, userId: string) =>
  db
    .select({ host: calendars.host, collective: collectives.slug, createdAt: calendars.createdAt })
    .from(calendars)
    .innerJoin(collectives, eq(collectives.id, calendars.collectiveId))
    .where(eq(calendars.addedBy, userId))
    .orderBy(asc(calendars.createdAt), asc(calendars.id));
