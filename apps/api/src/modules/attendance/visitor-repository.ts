import { eq, inArray, or, type SQL } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { users } from '../accounts/schema.ts';
import { selectWithActivity } from './account-repository.ts';
import { linkedIds } from './erasure-repository.ts';
import { attendances } from './schema.ts';

/** The attendances of a personal link, each with the account that has its address or that confirmed it. */
export const findLinked = (db: Executor, tokenHash: Buffer) =>
  db
    .select({
      id: attendances.id,
      name: attendances.name,
      email: attendances.email,
      userId: attendances.userId,
      accountId: users.id,
    })
    .from(attendances)
    .leftJoin(users, eq(users.email, attendances.email))
    .where(inArray(attendances.id, linkedIds(db, tokenHash)));

/** Condition: the attendances of a link's person, by address; without one only those of the link. */
export const isOfPerson = (db: Executor, tokenHash: Buffer, emails: readonly string[]): SQL | undefined =>
  or(
    inArray(attendances.id, linkedIds(db, tokenHash)),
    emails.length === 0 ? undefined : inArray(attendances.email, [...emails]),
  );

/** The ids of the activities in which these attendances are. */
export const activitiesOf = (db: Executor, condition: SQL | undefined) =>
  db.selectDistinct({ id: attendances.activityId }).from(attendances).where(condition);

/** Attendances with their activities, the newest first. */
export const listWithActivities = (db: Executor, condition: SQL | undefined, limit: number) =>
  selectWithActivity(db, condition).limit(limit);
