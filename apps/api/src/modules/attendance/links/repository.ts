import { and, asc, eq, gte, inArray, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { preparedInsert } from '../../../platform/database/queries.ts';
import { activities, locationColumns, needsOfActivity } from '../../activities/queries.ts';
import { type AttendanceView, claimsOf, isLinked, positionOf, viewColumns } from '../repository.ts';
import { attendanceClients, attendanceLinks, attendances } from '../schema.ts';

/** Stores links. Earlier links remain valid. */
export const insertLinks = preparedInsert(attendanceLinks);

/** Deletes all links of an attendance, or those that were not mailed. */
export async function deleteLinks(
  tx: Transaction,
  attendanceId: string,
  which: 'all' | 'unmailed',
): Promise<void> {
  await tx
    .delete(attendanceLinks)
    .where(
      and(
        eq(attendanceLinks.attendanceId, attendanceId),
        which === 'all' ? undefined : isNull(attendanceLinks.email),
      ),
    );
}

const selectLinked = (db: Executor) =>
  db
    .select({
      attendance: {
        id: attendances.id,
        name: attendances.name,
        email: attendances.email,
        phone: attendances.phone,
        answers: attendances.answers,
        companions: attendances.companions,
        status: attendances.status,
        offerExpiresAt: attendances.offerExpiresAt,
        askedAgainAt: attendances.askedAgainAt,
        reconfirmedAt: attendances.reconfirmedAt,
        code: attendances.code,
        checkedInAt: attendances.checkedInAt,
        hours: attendances.hours,
        addition: attendances.addition,
      },
      position: positionOf,
      claims: claimsOf,
      activity: {
        id: activities.id,
        title: activities.title,
        date: activities.date,
        endDate: activities.endDate,
        ...locationColumns,
        companionsMax: activities.companionsMax,
        chatUrl: activities.chatUrl,
        questions: activities.questions,
        needsRequired: activities.needsRequired,
        status: activities.status,
      },
      needs: needsOfActivity,
    })
    .from(attendances)
    .innerJoin(activities, eq(activities.id, attendances.activityId));

/** An attendance with the columns of its activity that its e-mail and its personal page show. */
export type LinkedRow = Awaited<ReturnType<typeof selectLinked>>[number];

/** The attendances of a link by date. The link of a series has several. */
export const listLinked = (db: Executor, tokenHash: Buffer) =>
  db
    .select({
      taskId: attendances.activityId,
      date: activities.date,
      status: attendances.status,
      /** The address that the link was mailed to, or null if it was shown on a screen. */
      mailedTo: attendanceLinks.email,
    })
    .from(attendances)
    .innerJoin(activities, eq(activities.id, attendances.activityId))
    .innerJoin(attendanceLinks, isLinked)
    .where(eq(attendanceLinks.tokenHash, tokenHash))
    .orderBy(asc(activities.date), asc(activities.id));

export type LinkedDate = Awaited<ReturnType<typeof listLinked>>[number];

export async function findByLink(
  db: Executor,
  tokenHash: Buffer,
  activityId: string,
): Promise<LinkedRow | null> {
  const [row] = await selectLinked(db)
    .innerJoin(attendanceLinks, isLinked)
    .where(and(eq(attendanceLinks.tokenHash, tokenHash), eq(attendances.activityId, activityId)));
  return row ?? null;
}

export const listByEmailAt = (db: Executor, email: string, activityId: string): Promise<LinkedRow[]> =>
  selectLinked(db).where(and(eq(attendances.activityId, activityId), eq(attendances.email, email)));

/** The upcoming attendances of an address, the earliest first. */
export const listUpcomingByEmail = (
  db: Executor,
  email: string,
  now: Date,
  limit: number,
): Promise<LinkedRow[]> =>
  selectLinked(db)
    .where(and(eq(attendances.email, email), gte(activities.date, now)))
    .orderBy(asc(activities.date), asc(activities.id))
    .limit(limit);

/** The client id with which a browser confirms an activity. */
interface Client {
  readonly activityId: string;
  readonly clientId: string;
}

/**
 * Those of the client ids with which browsers have confirmed, with their attendance. `view` is null if the attendance was deleted or
 * given to another person.
 */
export async function findClients(
  db: Executor,
  clients: readonly Client[],
): Promise<(Client & { readonly view: AttendanceView | null })[]> {
  if (clients.length === 0) return [];
  const { activityId, clientId } = attendanceClients;
  const ids = sql.param(clients.map(one => one.activityId));
  const rows = await db
    .select({ activityId, clientId, ...viewColumns })
    .from(attendanceClients)
    .leftJoin(attendances, eq(attendances.id, attendanceClients.attendanceId))
    .where(
      sql`(${activityId}, ${clientId}) in (select * from unnest(${ids}::uuid[], ${sql.param(clients.map(one => one.clientId))}::uuid[]))`,
    );
  return rows.map(({ row, position, claims, ...client }) => ({
    ...client,
    view: row === null ? null : { row, position, claims },
  }));
}

export const insertClients = preparedInsert(attendanceClients);

/** Detaches the client ids from these attendances, so that a repeated confirmation no longer finds them. */
export async function releaseClients(
  db: Executor,
  attendanceIds: readonly string[] | SQLWrapper,
): Promise<void> {
  await db
    .update(attendanceClients)
    .set({ attendanceId: null })
    .where(inArray(attendanceClients.attendanceId, attendanceIds));
}
