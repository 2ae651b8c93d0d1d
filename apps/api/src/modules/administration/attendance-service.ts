import type { Platform } from '../../platform/platform.ts';
import { withdrawAttendance } from '../attendance/cancel-service.ts';
import type { AttendanceFilter, Paging, RegisteredRow } from '../attendance/listing-repository.ts';
import { attendancesPage, countFiltered } from '../attendance/listing-service.ts';
import { recordAction } from './audit-repository.ts';
import { forgetCounted } from './statistics-repository.ts';
import { knownTotal } from './statistics-service.ts';

/** More than so many are not counted for each page: the statistics tell. */
const COUNTED_AT_MOST = 100_000;

/**
 * A page, the newest first, and the whole count. Of a great many without a filter the count is that of the statistics,
 * and pages near the end are those of that moment.
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

/** Deletes an attendance with its links and reminder; the activity's owner is told as of a cancellation. 404 unknown. */
export async function removeAttendance(platform: Platform, actorId: string, id: string): Promise<void> {
  const at = platform.clock();
  await platform.db.transaction(async tx => {
    await withdrawAttendance(platform, tx, id, actorId);
    await recordAction(tx, {
      actorId,
      at,
      action: 'attendance.delete',
      targetType: 'attendance',
      targetId: id,
    });
    await forgetCounted(tx);
  });
}
