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
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances, detachedHours } from './schema.ts';

// What other modules compose into their own statements. The planner merges subqueries into the statement.

const query = new QueryBuilder();

/** Values, or columns of the statement around it. */
interface Person {
  readonly id: string | SQLWrapper;
  readonly email: string | SQLWrapper;
}

/** What 'attends' means: the account confirmed it signed in, or it has the account's verified e-mail. */
export const isAttendanceOf = ({ id, email }: Person): SQL | undefined =>
  or(eq(attendances.userId, id), eq(attendances.email, email));

/** A place is confirmed: neither on the waiting list nor only offered. */
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

/** Condition: `id` is of an attendance of the person, also of a deleted one. */
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

/** Condition: the activity takes the confirmed hours of its helpers. One that was public and is held for a review does not. */
export const areHoursTaken: SQL = sql`takes_hours(${activities.status}, ${activities.holdKind}, ${activities.publishedAt})`;

/** When an activity that takes hours was decided; a decision about reports stores no time of its own. */
export const decidedAt: SQL = sql`coalesce(${activities.reviewedAt}, ${activities.updatedAt})`;

/** When a decision took the hours of an attendance; null: they count. `id`: text. */
export const hoursWithdrawnAt = (id: SQL): SQL =>
  sql`coalesce(
    (select ${detachedHours.withdrawnAt} from ${detachedHours} where ${detachedHours.id} = ${id}::uuid),
    (select ${decidedAt} from ${attendances} join ${activities} on ${activities.id} = ${attendances.activityId}
      where ${attendances.id} = ${id}::uuid and ${areHoursTaken}))`;

/** Subquery: the ids of an activity's attendances. */
export const attendanceIdsAt = (activityId: string) =>
  query.select({ id: attendances.id }).from(attendances).where(eq(attendances.activityId, activityId));

/** Subquery: the ids of the activities that a person attends, with a confirmed place. */
export const attendedActivityIds = (person: Person) =>
  query
    .select({ id: attendances.activityId })
    .from(attendances)
    .where(and(isConfirmed, isAttendanceOf(person)));

/** Subquery: the id of the person's confirmed attendance of an activity, the account's own before one that was confirmed signed out. */
export const attendanceIdIn = (activityId: string | SQLWrapper, person: Person) =>
  query
    .select({ id: attendances.id })
    .from(attendances)
    .where(and(eq(attendances.activityId, activityId), isConfirmed, isAttendanceOf(person)))
    // Nulls sort last.
    .orderBy(asc(attendances.userId), asc(attendances.id))
    .limit(1);

/** Table expression: confirmed attendees with name and address, both null after their account was deleted, and their code for the door. */
export const attendees = query
  .select({ id: attendances.id, name: attendances.name, email: attendances.email, code: attendances.code })
  .from(attendances)
  .where(isConfirmed)
  .as('attendees');

/** Table expression: those who attend or wait, with an address, except organisers and deactivated accounts. */
export const recipients = query
  .select({
    activityId: attendances.activityId,
    attendanceId: sql<string>`${attendances.id}`.as('attendance_id'),
    name: attendances.name,
    email: attendances.email,
    isConfirmed: sql<boolean>`${isConfirmed}`.as('is_confirmed'),
    /** Null: no account has this address. */
    userId: sql<string | null>`${users.id}`.as('user_id'),
    changeNotifiedAt: attendances.changeNotifiedAt,
    hours: attendances.hours,
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

/** Table expression: the parties of which `recipients` has only those with an address and an active account. Organisers and deleted accounts are absent. */
export const listedPeople = query
  .select({
    activityId: attendances.activityId,
    attendanceId: sql<string>`${attendances.id}`.as('listed_id'),
    email: sql<string | null>`${attendances.email}`.as('listed_email'),
    isConfirmed: sql<boolean>`${isConfirmed}`.as('is_listed_confirmed'),
  })
  .from(attendances)
  .innerJoin(activities, eq(activities.id, attendances.activityId))
  .leftJoin(users, eq(users.email, attendances.email))
  .where(and(isNotNull(attendances.name), or(isNull(users.id), ne(users.id, activities.ownerId))))
  .as('listed');

/** Table expression: the parties that were checked in, with `activity_id`, `people` and `hours`, which are null until they are confirmed. */
export const arrivals = query
  .select({
    activityId: attendances.activityId,
    people: sql`1 + ${attendances.companions}`.as('people'),
    hours: attendances.hours,
  })
  .from(attendances)
  .where(isNotNull(attendances.checkedInAt))
  .as('arrived');

/** Condition: the list of an activity has an address. */
export const isListed = (activityId: SQL, email: SQL): SQL =>
  sql`exists (select from ${attendances} where ${attendances.activityId} = ${activityId} and ${attendances.email} = ${email})`;
