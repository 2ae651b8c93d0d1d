import type { AttendanceStats } from '@minga/contract/administration/attendances';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Paging } from '../../platform/database/queries.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AttendanceFilter, RegisteredRow } from '../attendance/participants/repository.ts';
import {
  attendancesPage,
  countAttendanceStatistics,
  countFiltered,
} from '../attendance/participants/service.ts';
import { withdrawAttendance } from '../attendance/places/service.ts';
import { invalidateCounted, lastCounted, recordAction, storeCounted, tryLockCounting } from './repository.ts';

/** The attendances are counted at most this often, since counting a million of them takes most of a second. */
const FRESH_MS = 30_000;
/** Statistics older than this are recounted before the response. */
const STALE_MS = 10 * 60_000;
/** The maximum number of counts for one result: each concurrent deletion requires another count. */
const ATTEMPTS = 3;

/**
 * Returns a function that reads the last attendance statistics of any process, stale-while-revalidate: a request waits for
 * a count only if the statistics are too old or were invalidated by a deletion.
 */
export function attendanceStatistics(platform: Platform): () => Promise<AttendanceStats> {
  const { db, clock, log } = platform;
  let counting: Promise<AttendanceStats> | null = null;
  const count = () => {
    counting ??= recount(platform).finally(() => {
      counting = null;
    });
    return counting;
  };

  return async () => {
    const { counted } = await lastCounted(db);
    const age = ageOf(counted, clock());
    if (counted === null || age > STALE_MS) return count();
    if (age >= FRESH_MS) {
      count().catch(error => log.warn({ err: error }, 'The attendances could not be counted'));
    }
    return counted;
  };
}

/** The last counted total, or null if it is too old. */
async function knownTotal({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number | null> {
  const { counted } = await lastCounted(db);
  return counted === null || ageOf(counted, clock()) > STALE_MS ? null : counted.totalAttendances;
}

async function recount(platform: Platform): Promise<AttendanceStats> {
  let attempt = 1;
  for (;;) {
    const { counted, deletions, isNew } = await countOnce(platform);
    if (!isNew || (await storeCounted(platform.db, counted, deletions)) || attempt === ATTEMPTS)
      return counted;
    attempt += 1;
  }
}

/**
 * Counts the statistics and reads the number of deletions in one snapshot. While another process counts, returns the
 * stored statistics unless they are too old.
 */
function countOnce({ db, clock, settings }: Platform) {
  return db.transaction(
    async tx => {
      const hasLock = await tryLockCounting(tx);
      const { counted, deletions } = await lastCounted(tx);
      const now = clock();
      const age = ageOf(counted, now);
      if (counted !== null && (age < FRESH_MS || (!hasLock && age <= STALE_MS))) {
        return { counted, deletions, isNew: false };
      }
      return { counted: await countAttendanceStatistics({ settings }, tx, now), deletions, isNew: true };
    },
    { isolationLevel: 'repeatable read' },
  );
}

/** The absolute difference in ms, so that statistics also expire after the clock was set back. */
const ageOf = (counted: AttendanceStats | null, now: Date): number =>
  counted === null ? Number.POSITIVE_INFINITY : Math.abs(now.getTime() - Date.parse(counted.countedAt));

/** Subscribes to `visitorErasing`, since the last statistics may contain the visitor's name. */
export const invalidateStatistics = (tx: Transaction): Promise<void> => invalidateCounted(tx);

/** Above this number, the total is that of the statistics instead of a count per page. */
const COUNTED_AT_MOST = 100_000;

/**
 * A page of the attendances, the newest first, and their total. Without a filter and above `countedAtMost` attendances,
 * the total is that of the last statistics, so that the pages near the end are as old as the statistics.
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

/** Deletes an attendance with its links and reminder, and notifies the owner like a cancellation. Throws 404 if it is unknown. */
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
