import { ERASED_DAYS_MAX, UPCOMING_DAYS } from '@minga/contract/administration/retention';
import type { Platform } from '../../platform/platform.ts';
import { addErased, isAmongIn, lockVisitors } from './erasure-repository.ts';
import { eraseVisitors } from './erasure-service.ts';
import { lockAttendedAmong } from './repository.ts';
import { countDue, listDue, listErased } from './retention-repository.ts';
import { dayOf, erasedAt, erasedUntil } from './retention-rules.ts';

/** Small, so that other transactions wait only briefly for the locks of its activities. */
const BATCH_SIZE = 500;

/**
 * Erases the data of visitors whose activities ended VISITOR_DATA_DAYS ago. Each batch is a transaction: a run that was killed is
 * continued by the next, and what was erased is not found again. Returns the number of attendances.
 */
export async function eraseExpiredVisitors(
  platform: Platform,
  signal?: AbortSignal,
  batchSize = BATCH_SIZE,
): Promise<number> {
  const { db, clock, settings } = platform;
  const until = erasedUntil(clock(), settings.visitorDataDays, settings.timeZone);
  let total = 0;
  let since: Date | null = null;
  for (;;) {
    signal?.throwIfAborted();
    const due: Due[] = await listDue(db, since, until, batchSize);
    const erased = await eraseBatch(platform, due, until);
    total += erased;
    // Nothing erased of a whole batch: each was moved, erased or given an account in between. The next run sees to the rest.
    if (due.length < batchSize || erased === 0) return total;
    // Earlier activities have no visitors left.
    since = due[0]?.endsAt ?? null;
  }
}

type Due = Awaited<ReturnType<typeof listDue>>[number];

function eraseBatch(platform: Platform, due: readonly Due[], until: Date): Promise<number> {
  const { db, clock, settings } = platform;
  if (due.length === 0) return Promise.resolve(0);
  return db.transaction(async tx => {
    const locked = await lockAttendedAmong(tx, [...new Set(due.map(({ activityId }) => activityId))]);
    // An organiser may have moved one since.
    const ended = locked.filter(({ date, endDate }) => (endDate ?? date) <= until);
    if (ended.length === 0) return 0;
    const visitors = await lockVisitors(
      tx,
      isAmongIn(
        due.map(({ id }) => id),
        ended.map(({ id }) => id),
      ),
    );
    const last = await eraseVisitors(platform, tx, visitors);
    await addErased(tx, {
      day: dayOf(clock(), settings.timeZone),
      people: visitors.length,
      addresses: last.length,
    });
    return visitors.length;
  });
}

/** Counts of the erasures of the next days and of each past day. */
export async function retention({ db, clock, settings }: Platform) {
  const { visitorDataDays: days, timeZone } = settings;
  const [{ from, ...due }, erased] = await Promise.all([
    countDue(db, erasedUntil(clock(), days - UPCOMING_DAYS, timeZone)),
    listErased(db, ERASED_DAYS_MAX),
  ]);
  return { days, upcoming: { ...due, from: from && erasedAt(from, days, timeZone) }, erased };
}
