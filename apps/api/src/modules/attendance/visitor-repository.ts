import { and, eq, inArray, or, type SQL } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { users } from '../accounts/schema.ts';
import { selectWithActivity } from './account-repository.ts';
import { isVisitors } from './erasure-repository.ts';
import { isLinked } from './repository.ts';
import { attendanceLinks, attendances } from './schema.ts';

/** The attendances of a personal link, each with the address that the link was mailed to, and the account that has this address. */
export const findLinked = (db: Executor, tokenHash: Buffer) =>
  db
    .select({
      id: attendances.id,
      userId: attendances.userId,
      email: attendanceLinks.email,
      accountId: users.id,
    })
    .from(attendanceLinks)
    .innerJoin(attendances, isLinked)
    .leftJoin(users, eq(users.email, attendanceLinks.email))
    .where(eq(attendanceLinks.tokenHash, tokenHash));

/** Condition: an attendance of a link, or a visitor's with one of the addresses that the link was mailed to. */
export const isOfPerson = (ids: readonly string[], emails: readonly string[]): SQL | undefined =>
  or(
    inArray(attendances.id, [...ids]),
    emails.length === 0 ? undefined : and(inArray(attendances.email, [...emails]), isVisitors),
  );

/** The ids of the activities in which these attendances are. */
export const activitiesOf = (db: Executor, condition: SQL | undefined) =>
  db.selectDistinct({ id: attendances.activityId }).from(attendances).where(condition);

/** Attendances with their activities, the newest first. */
export const listWithActivities = (db: Executor, condition: SQL | undefined, limit: number) =>
  selectWithActivity(db, condition).limit(limit);
