import type { AttendanceStats } from '@minga/contract/administration/attendances';
import type { Platform } from '../../platform/platform.ts';
import { countAttendanceStatistics } from '../attendance/listing-service.ts';
import { isAloneCounting, keepCounted, lastCounted } from './statistics-repository.ts';

/** Counted at most so often, since a million attendances take the better part of a second. */
const FRESH_MS = 30_000;
/** What is older nobody has looked at for long: it is counted before it is answered. */
const TOO_OLD_MS = 10 * 60_000;
/** Each deletion by an admin meanwhile has it counted again. */
const ATTEMPTS = 3;

/**
 * The attendances' statistics as they were counted last, by whichever process. What is no longer fresh is answered at
 * once and counted again meanwhile; only the first to look for long, or after an admin's deletion, waits.
 */
export function attendanceStatistics(platform: Platform): () => Promise<AttendanceStats> {
  const { db, clock, log } = platform;
  let counting: Promise<AttendanceStats> | null = null;
  const count = () => {
    counting ??= countAnew(platform).finally(() => {
      counting = null;
    });
    return counting;
  };

  return async () => {
    const { counted } = await lastCounted(db);
    const age = ageOf(counted, clock());
    if (counted === null || age > TOO_OLD_MS) return count();
    if (age >= FRESH_MS) {
      count().catch(error => log.warn({ err: error }, 'The attendances could not be counted'));
    }
    return counted;
  };
}

/** How many attendances there were when they were counted last; null: nobody has looked for long. */
export async function knownTotal({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number | null> {
  const { counted } = await lastCounted(db);
  return counted === null || ageOf(counted, clock()) > TOO_OLD_MS ? null : counted.totalAttendances;
}

async function countAnew(platform: Platform): Promise<AttendanceStats> {
  let attempt = 1;
  for (;;) {
    const { counted, deletions, isNew } = await countOnce(platform);
    if (!isNew || (await keepCounted(platform.db, counted, deletions)) || attempt === ATTEMPTS)
      return counted;
    attempt += 1;
  }
}

/** All of it, and how much had been deleted, as of one moment. Where another process counts already, what there is will do. */
function countOnce({ db, clock, settings }: Platform) {
  return db.transaction(
    async tx => {
      const isAlone = await isAloneCounting(tx);
      const { counted, deletions } = await lastCounted(tx);
      const now = clock();
      const age = ageOf(counted, now);
      if (counted !== null && (age < FRESH_MS || (!isAlone && age <= TOO_OLD_MS))) {
        return { counted, deletions, isNew: false };
      }
      return { counted: await countAttendanceStatistics({ settings }, tx, now), deletions, isNew: true };
    },
    { isolationLevel: 'repeatable read' },
  );
}

/** A clock that was put back must not keep figures for long. */
const ageOf = (counted: AttendanceStats | null, now: Date): number =>
  counted === null ? Number.POSITIVE_INFINITY : Math.abs(now.getTime() - Date.parse(counted.countedAt));
