import type { Transaction } from '../../platform/database/connection.ts';
import { insertClaims } from './claims-repository.ts';
import { insertClients } from './client-repository.ts';
import { insertLinks } from './link-repository.ts';
import type { PendingConfirmation } from './prepare-service.ts';
import { type AttendanceView, insertAttendances } from './repository.ts';

/** A party that has a place, or one on the waiting list. */
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
