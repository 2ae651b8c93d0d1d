import {
  and,
  asc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { users } from '../accounts/queries.ts';
import { activities } from '../activities/queries.ts';
import { attendances, detachedHours } from './schema.ts';

// Conditions and subqueries that other modules compose into their statements. The planner merges the subqueries into the statement.

const query = new QueryBuilder();

/** An account's id and e-mail, as values or as columns of the surrounding statement. */
interface Person {
  readonly id: string | SQLWrapper;
  readonly email: string | SQLWrapper;
}

/** Condition: the account confirmed the attendance with a session, or the attendance has the account's verified e-mail. */
export const isAttendanceOf = ({ id, email }: Person): SQL | undefined =>
  or(eq(attendances.userId, id), eq(attendances.email, email));

/** Condition: the place is confirmed, that is, neither waiting nor only offered. */
export const isConfirmed: SQL = eq(attendances.status, 'confirmed');

/** Condition: the person attends the activity, with a confirmed place. */
export const attends = (activityId: string | SQLWrapper, person: Person): SQL =>
  exists(
    query
      .select({ id: attendances.id })
      .from(attendances)
      .where(and(eq(attendances.activityId, activityId), isConfirmed, isAttendanceOf(person))),
  );

/** Subquery: the ids of a person's attendances. */
export const attendanceIdsOf = (person: Person) =>
  query.select({ id: attendances.id }).from(attendances).where(isAttendanceOf(person));

/** Condition: `id` is that of an attendance of the person, which may have been deleted with confirmed hours. */
export const isEverAttendanceOf = (id: SQLWrapper, person: Person): SQL | undefined =>
  or(
    inArray(id, attendanceIdsOf(person)),
    inArray(
      id,
      query
        .select({ id: detachedHours.id })
        .from(detachedHours)
        .where(or(eq(detachedHours.userId, person.id), eq(detachedHours.email, person.email))),
    ),
  );

/**
 * Condition: the activity withdraws the confirmed hours of its helpers. It is rejected, or held after a rejection or reports, or
 * held and never public. The hours of an activity that was public and is held for another reason count.
 */
export const areHoursWithdrawn: SQL = sql`takes_hours(${activities.status}, ${activities.holdKind}, ${activities.publishedAt})`;

/** When the decision that withdraws the hours of an activity was made. A decision about reports stores no time of its own. */
export const decidedAt: SQL = sql`coalesce(${activities.reviewedAt}, ${activities.updatedAt})`;

/** When the hours of an attendance were withdrawn, or null if they count. `id` is text. */
export const hoursWithdrawnAt = (id: SQL): SQL =>
  sql`coalesce(
    (select ${detachedHours.withdrawnAt} from ${detachedHours} where ${detachedHours.id} = ${id}::uuid),
    (select ${decidedAt} from ${attendances} join ${activities} on ${activities.id} = ${attendances.activityId}
      where ${attendances.id} = ${id}::uuid and ${areHoursWithdrawn}))`;

/** Subquery: the ids of an activity's attendances. */
export const attendanceIdsAt = (activityId: string) =>
  query.select({ id: attendances.id }).from(attendances).where(eq(attendances.activityId, activityId));

/** Subquery: the ids of the activities that a person attends, with a confirmed place. */
export const attendedActivityIds = (person: Person) =>
  query
    .select({ id: attendances.activityId })
    .from(attendances)
    .where(and(isConfirmed, isAttendanceOf(person)));

/**
 * Subquery: the ids of the activities that a person attends or waits for, without those to which an organiser added the person, who
 * has not confirmed (docs/rules.md R21.6).
 */
export const attendedOrAwaitedIds = (person: Person) =>
  query
    .select({ id: attendances.activityId })
    .from(attendances)
    .where(and(isNull(attendances.addition), isAttendanceOf(person)));

/**
 * Subquery: the id of the person's confirmed attendance of an activity. The account's own attendance has priority over one that was
 * confirmed without a session.
 */
export const attendanceIdIn = (activityId: string | SQLWrapper, person: Person) =>
  query
    .select({ id: attendances.id })
    .from(attendances)
    .where(and(eq(attendances.activityId, activityId), isConfirmed, isAttendanceOf(person)))
    // PostgreSQL sorts nulls last, so that the account's own attendance is the first.
    .orderBy(asc(attendances.userId), asc(attendances.id))
    .limit(1);

/**
 * Table expression: confirmed attendees with their code for the door. Name and address are null after their account was deleted or
 * their data erased.
 */
export const attendees = query
  .select({ id: attendances.id, name: attendances.name, email: attendances.email, code: attendances.code })
  .from(attendances)
  .where(isConfirmed)
  .as('attendees');

/**
 * Table expression: confirmed, offered and waiting attendances with an address, except those of the activity's author and of
 * deactivated accounts.
 */
export const recipients = query
  .select({
    activityId: attendances.activityId,
    attendanceId: sql<string>`${attendances.id}`.as('attendance_id'),
    name: attendances.name,
    email: attendances.email,
    isConfirmed: sql<boolean>`${isConfirmed}`.as('is_confirmed'),
    /** The account with this address, or null if there is none. */
    userId: sql<string | null>`${users.id}`.as('user_id'),
    changeNotifiedAt: attendances.changeNotifiedAt,
    hours: attendances.hours,
    /** An organiser has added the person, who has not confirmed. */
    isAdded: sql<boolean>`${attendances.addition} is not null`.as('is_added'),
    /** No e-mail has told the person of the addition: only organisers' messages are sent, within the allowance. */
    isUntold: sql<boolean>`(${attendances.addition} = 'untold') is true`.as('is_untold'),
  })
  .from(attendances)
  .innerJoin(activities, eq(activities.id, attendances.activityId))
  .leftJoin(users, eq(users.email, attendances.email))
  .where(
    and(
      isNotNull(attendances.email),
      or(isNull(users.id), and(users.isActive, ne(users.id, activities.ownerId))),
    ),
  )
  .as('recipients');

/**
 * Table expression: all attendances with a name, except those of the activity's author. `recipients` contains only those with an
 * address and without a deactivated account.
 */
export const listedPeople = query
  .select({
    activityId: attendances.activityId,
    attendanceId: sql<string>`${attendances.id}`.as('listed_id'),
    email: sql<string | null>`${attendances.email}`.as('listed_email'),
    isConfirmed: sql<boolean>`${isConfirmed}`.as('is_listed_confirmed'),
    isAdded: sql<boolean>`${attendances.addition} is not null`.as('is_listed_added'),
  })
  .from(attendances)
  .innerJoin(activities, eq(activities.id, attendances.activityId))
  .leftJoin(users, eq(users.email, attendances.email))
  .where(and(isNotNull(attendances.name), or(isNull(users.id), ne(users.id, activities.ownerId))))
  .as('listed');

/**
 * Table expression: the parties that were checked in, with `activity_id`, `people` and `hours`. `hours` is null until an organiser
 * confirms them.
 */
export const arrivals = query
  .select({
    activityId: attendances.activityId,
    people: sql`1 + ${attendances.companions}`.as('people'),
    hours: attendances.hours,
  })
  .from(attendances)
  .where(isNotNull(attendances.checkedInAt))
  .as('arrived');

/** Condition: an organiser has added this address to the activity, and nothing has told its person. */
export const isAddressUntold = (activityId: SQL, email: SQL): SQL =>
  sql`exists (select from ${attendances} where ${attendances.activityId} = ${activityId} and ${attendances.email} = ${email} and ${attendances.addition} = 'untold')`;

/** Condition: an attendance of the activity has this address. */
export const isAddressListed = (activityId: SQL, email: SQL): SQL =>
  sql`exists (select from ${attendances} where ${attendances.activityId} = ${activityId} and ${attendances.email} = ${email})`;
