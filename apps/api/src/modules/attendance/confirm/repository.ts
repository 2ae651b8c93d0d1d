import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection.ts';
import { activityPlaces } from '../../activities/queries.ts';
import { insertClients, insertLinks } from '../links/repository.ts';
import { insertClaims } from '../needs/repository.ts';
import { type AttendanceView, insertAttendances, viewColumns } from '../repository.ts';
import { attendanceClients, attendances } from '../schema.ts';
import type { PendingConfirmation } from './prepare-service.ts';

/** A party that has a place, or a position on the waiting list. */
type Placed = AttendanceView & { readonly pending: Pick<PendingConfirmation, 'clientId' | 'link'> };

/** Stores placed parties with their claims, personal links and the browsers that confirmed them. */
export async function insertPlaced(tx: Transaction, placed: readonly Placed[]): Promise<void> {
  await insertAttendances(
    tx,
    placed.map(({ row }) => row),
  );
  await insertClients(
    tx,
    placed.flatMap(({ row: { id: attendanceId, activityId }, pending: { clientId } }) =>
      clientId === null ? [] : [{ activityId, clientId, attendanceId }],
    ),
  );
  await insertClaims(
    tx,
    placed.flatMap(({ row: { id: attendanceId, createdAt }, claims }) =>
      claims.map(claim => ({ ...claim, attendanceId, createdAt })),
    ),
  );
  await insertLinks(
    tx,
    placed.flatMap(({ row: { id: attendanceId, email, createdAt }, pending: { link } }) =>
      link === null ? [] : [{ tokenHash: link.tokenHash, attendanceId, email, createdAt }],
    ),
  );
}

// Each of the following queries reads data of several locked activities for the confirmation of a series.

interface Person {
  readonly email: string | null;
  readonly phone: string | null;
  /** The name, or null if other people may have the same one. */
  readonly name: string | null;
}

/** The ids of the activities whose list has the person's e-mail, phone or name. */
export async function findListed(
  tx: Transaction,
  activityIds: readonly string[],
  { email, phone, name }: Person,
): Promise<ReadonlySet<string>> {
  if (email === null && phone === null && name === null) return new Set();
  const rows = await tx
    .selectDistinct({ id: attendances.activityId })
    .from(attendances)
    .where(
      and(
        inArray(attendances.activityId, [...activityIds]),
        or(
          email === null ? undefined : eq(attendances.email, email),
          phone === null ? undefined : eq(attendances.phone, phone),
          name === null ? undefined : sql`lower(${attendances.name}) = lower(${name})`,
        ),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** The number of people with a place or an offer in each activity. */
export async function countTaken(
  tx: Transaction,
  activityIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .select({ id: activityPlaces.activityId, taken: activityPlaces.taken })
    .from(activityPlaces)
    .where(inArray(activityPlaces.activityId, [...activityIds]));
  return new Map(rows.map(({ id, taken }) => [id, taken]));
}

/** The last number and the length of each waiting list. */
export async function endsOfQueues(
  tx: Transaction,
  activityIds: readonly string[],
): Promise<ReadonlyMap<string, { queueNumber: number; parties: number }>> {
  const rows = await tx
    .select({
      id: attendances.activityId,
      queueNumber: sql<number>`max(${attendances.queueNumber})`,
      parties: sql<number>`count(*)::int`,
    })
    .from(attendances)
    .where(
      and(inArray(attendances.activityId, [...activityIds]), sql`${attendances.queueNumber} is not null`),
    )
    .groupBy(attendances.activityId);
  return new Map(rows.map(({ id, ...queue }) => [id, queue]));
}

/**
 * The attendances that a browser has confirmed with this client id, by activity, or null for deleted ones.
 */
export async function findConfirmedBy(
  tx: Transaction,
  activityIds: readonly string[],
  clientId: string | null,
): Promise<ReadonlyMap<string, AttendanceView | null>> {
  if (clientId === null) return new Map();
  const rows = await tx
    .select({ activityId: attendanceClients.activityId, ...viewColumns })
    .from(attendanceClients)
    .leftJoin(attendances, eq(attendances.id, attendanceClients.attendanceId))
    .where(
      and(inArray(attendanceClients.activityId, [...activityIds]), eq(attendanceClients.clientId, clientId)),
    );
  return new Map(
    rows.map(({ activityId, row, ...view }) => [activityId, row === null ? null : { ...view, row }]),
  );
}

/**
 * Replaces the browser's proof of several attendances, since the browser may not have received the earlier
 * one.
 */
export async function setProofs(tx: Transaction, ids: readonly string[], proofHash: Buffer): Promise<void> {
  await tx
    .update(attendances)
    .set({ proofHash })
    .where(inArray(attendances.id, [...ids]));
}
