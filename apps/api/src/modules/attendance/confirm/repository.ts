import { and, inArray, sql } from 'drizzle-orm';
import { settleAll, type Transaction } from '../../../platform/database/connection.ts';
import { activityPlaces } from '../../activities/queries.ts';
import { insertClients, insertLinks } from '../links/repository.ts';
import { insertClaims } from '../needs/repository.ts';
import { type AttendanceView, insertAttendances } from '../repository.ts';
import { attendances } from '../schema.ts';
import type { PendingConfirmation } from './prepare-service.ts';

/** A party that has a place, or a position on the waiting list. */
type Placed = AttendanceView & { readonly pending: Pick<PendingConfirmation, 'clientId' | 'link'> };

/** Stores placed parties with their claims, personal links and the browsers that confirmed them. */
export async function insertPlaced(tx: Transaction, placed: readonly Placed[]): Promise<void> {
  const clients = placed.flatMap(({ row: { id: attendanceId, activityId }, pending: { clientId } }) =>
    clientId === null ? [] : [{ activityId, clientId, attendanceId }],
  );
  const claimed = placed.flatMap(({ row: { id: attendanceId, createdAt }, claims }) =>
    claims.map(claim => ({ ...claim, attendanceId, createdAt })),
  );
  const links = placed.flatMap(({ row: { id: attendanceId, email, createdAt }, pending: { link } }) =>
    link === null ? [] : [{ tokenHash: link.tokenHash, attendanceId, email, createdAt }],
  );
  await settleAll([
    insertAttendances(
      tx,
      placed.map(({ row }) => row),
    ),
    insertClients(tx, clients),
    insertClaims(tx, claimed),
    insertLinks(tx, links),
  ]);
}

/** A word by which the list of an activity may have a person. */
export interface Sought {
  readonly activityId: string;
  readonly kind: 'email' | 'phone' | 'name';
  readonly word: string;
}

/** Those of the words that the lists of their locked activities have. Names are compared regardless of case. */
export async function findListed(tx: Transaction, sought: readonly Sought[]): Promise<Sought[]> {
  if (sought.length === 0) return [];
  const param = (select: (one: Sought) => string) => sql.param(sought.map(select));
  const listed = sql`from ${attendances} where ${attendances.activityId} = sought.activity_id`;
  const { rows } = await tx.execute<{ n: number }>(
    sql`select n::int from unnest(${param(one => one.activityId)}::uuid[], ${param(({ kind }) => kind)}::text[],
        ${param(({ word }) => word)}::text[]) with ordinality as sought (activity_id, kind, word, n)
      where case kind when 'email' then exists (select ${listed} and ${attendances.email} = word)
        when 'phone' then exists (select ${listed} and ${attendances.phone} = word)
        -- A count, since the planner would read the whole table for the first match.
        else (select count(*) ${listed} and lower(${attendances.name}) = lower(word)) > 0 end`,
  );
  return rows.flatMap(({ n }) => sought[n - 1] ?? []);
}

/** The number of people with a place or an offer, and on the waiting list, of each activity that has any. */
export async function placesOfEach(
  tx: Transaction,
  activityIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly taken: number; readonly waiting: number }>> {
  if (activityIds.length === 0) return new Map();
  const rows = await tx
    .select({
      id: activityPlaces.activityId,
      taken: activityPlaces.taken,
      waiting: activityPlaces.waiting,
    })
    .from(activityPlaces)
    .where(inArray(activityPlaces.activityId, [...activityIds]));
  return new Map(rows.map(({ id, ...places }) => [id, places]));
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
 * Replaces the browser's proof of several attendances, since the browser may not have received the earlier
 * one.
 */
export async function setProofs(tx: Transaction, ids: readonly string[], proofHash: Buffer): Promise<void> {
  await tx
    .update(attendances)
    .set({ proofHash })
    .where(inArray(attendances.id, [...ids]));
}
