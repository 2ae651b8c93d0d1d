import type { Paging } from '../../platform/database/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AttendanceFilter, RegisteredRow } from '../attendance/participants/repository.ts';
import { attendancesPage, countFiltered } from '../attendance/participants/service.ts';
import { withdrawAttendance } from '../attendance/places/service.ts';
import { recordAction } from './audit-repository.ts';
import { invalidateCounted } from './statistics-repository.ts';
import { knownTotal } from './statistics-service.ts';

/** Above this number, the total comes from the statistics instead of a count per page. */
const COUNTED_AT_MOST = 100_000;

/**
 * A page, the newest first, and the total. For very many attendances without a filter the total is that of the statistics,
 * so that pages near the end are as of their time.
 */
export async function allAttendances(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  filter: AttendanceFilter,
  paging: Paging,
  countedAtMost = COUNTED_AT_MOST,
): Promise<{ rows: RegisteredRow[]; total: number }> {
  const isFiltered = Object.values(filter).some(value => value !== undefined);
  const known = isFiltered ? null : await knownTotal({ db, clock });
  const total = known !== null && known > countedAtMost ? known : await countFiltered({ db }, filter);
  return { rows: await attendancesPage({ db }, filter, paging, total), total };
}

/** Deletes an attendance with its links and reminder, and notifies the owner as of a cancellation. Throws 404 if it is unknown. */
export async function removeAttendance(platform: Platform, actorId: string, id: string): Promise<void> {
  const at = platform.clock();
  await platform.db.transaction(async tx => {
    await withdrawAttendance(platform, tx, id, { actorId, by: 'administrator' });
    await recordAction(tx, {
      actorId,
      at,
      action: 'attendance.delete',
      targetType: 'attendance',
      targetId: id,
    });
    await invalidateCounted(tx);
  });
}
