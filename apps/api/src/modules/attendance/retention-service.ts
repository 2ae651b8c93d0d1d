import { ERASED_DAYS_MAX, UPCOMING_DAYS } from '@minga/contract/administration/retention';
import type { Transaction } from '../../platform/database/connection.ts';
import { createBatches } from '../../platform/jobs/due-work.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockDetachedDue } from './detached-repository.ts';
import { addErased, isAmongIn, lockVisitors } from './erasure-repository.ts';
import { eraseDetachedRows, eraseVisitors } from './erasure-service.ts';
import { lockAttendedAmong } from './repository.ts';
import { countDue, listDue, listErased, RETENTION } from './retention-repository.ts';
import { dayOf, erasedAt, erasedUntil } from './retention-rules.ts';

/** Small, so that other transactions wait only briefly for the locks of its activities. */
const BATCH_SIZE = 500;

/**
 * Erases the data of visitors whose activities ended VISITOR_DATA_DAYS ago. Each batch is a transaction: a run that was killed is
 * continued by the next, and what was erased is not found again. An attendance that fails is postponed and harms no other. Returns the
 * number of attendances.
 */
export async function eraseExpiredVisitors(
  platform: Platform,
  signal?: AbortSignal,
  batchSize = BATCH_SIZE,
): Promise<number> {
  const { clock, settings } = platform;
  const now = clock();
  const until = erasedUntil(now, settings.visitorDataDays, settings.timeZone);
  const batches = createBatches(platform, { task: RETENTION, size: batchSize });
  let total = 0;
  let since: Date | null = null;
  for (let hasMore = true; hasMore; ) {
    signal?.throwIfAborted();
    let [erased, first]: [number, Date | null] = [0, since];
    hasMore = await batches.next(async (tx, { limit, taking }) => {
      const due = await listDue(tx, { since, until, now }, limit);
      taking(due.map(({ id }) => id));
      erased = await eraseBatch(platform, tx, due, until);
      // Earlier activities have no visitors left.
      first = due[0]?.endsAt ?? null;
      // Nothing erased of a whole batch: each was moved, erased or given an account in between. The next run sees to the rest.
      return due.length === limit && erased > 0;
    });
    total += erased;
    since = first;
  }
  return total + (await eraseDetached(platform, until, signal));
}

/** Deletes what is stored of visitors whose attendances or activities were deleted. */
async function eraseDetached(platform: Platform, until: Date, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (let erased = BATCH_SIZE; erased === BATCH_SIZE; total += erased) {
    signal?.throwIfAborted();
    erased = await platform.db.transaction(async tx => {
      const due = await lockDetachedDue(tx, until, BATCH_SIZE);
      if (due.length > 0) await eraseDetachedRows(platform, tx, due, () => true);
      return due.length;
    });
  }
  return total;
}

type Due = Awaited<ReturnType<typeof listDue>>[number];

async function eraseBatch(
  platform: Platform,
  tx: Transaction,
  due: readonly Due[],
  until: Date,
): Promise<number> {
  const { clock, settings } = platform;
  if (due.length === 0) return 0;
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
