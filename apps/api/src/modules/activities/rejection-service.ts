import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import { setStatus } from './moderation-repository.ts';
import {
  deleteNotices,
  insertRejectionNotices,
  setUnrejected,
  takeDueNotices,
  withdrawNotices,
} from './rejection-repository.ts';
import type { LockedActivity } from './repository.ts';
import { decisionNoticeDueAt } from './rules.ts';
import { lockOccurrences } from './series-repository.ts';

// A rejection takes effect at once and is announced when it can no longer be undone (docs/decisions/0025-undo-of-decisions.md).

/** Rejects locked activities that are pending or approved. */
export async function rejectLocked(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  locked: readonly LockedActivity[],
  reason: string,
): Promise<void> {
  const ids = locked.map(({ id }) => id);
  const dueAt = decisionNoticeDueAt(clock());
  await setStatus(tx, ids, { status: 'rejected', rejectionReason: reason, reviewedAt: clock() });
  await insertRejectionNotices(
    tx,
    locked.flatMap(({ id: activityId, status }) =>
      status === 'rejected' ? [] : { activityId, status, dueAt },
    ),
  );
}

/** Gives locked rejected activities their earlier status back. The ids of those that were not announced yet; the others stay. */
export async function withdrawRejections(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const withdrawn = await withdrawNotices(tx, ids, clock());
  await setUnrejected(tx, withdrawn);
  return new Set(withdrawn.map(({ activityId }) => activityId));
}

/** Announces the due rejections of an activity and of the other occurrences of its series, unless they were edited since. */
export async function announceRejections(
  { events }: Pick<Platform, 'events'>,
  tx: Transaction,
  id: string,
  now: Date,
): Promise<void> {
  const locked = new Map((await lockOccurrences(tx, id, 'all')).map(one => [one.id, one]));
  const due = await takeDueNotices(tx, [...locked.keys()], now);
  await events.publish(
    tx,
    'activityDecided',
    due.flatMap(({ activityId, status: currentStatus }) => {
      const reason = locked.get(activityId)?.rejectionReason ?? null;
      return reason === null ? [] : { activityId, status: 'rejected' as const, reason, currentStatus };
    }),
  );
}

/**
 * Prepares the deletion of locked activities: those whose rejection is not announced yet are deleted as if they still had their earlier
 * status, so that their attendees are told once. The activities with their statuses.
 */
export async function restoreUnannounced<Locked extends Pick<LockedActivity, 'id' | 'status'>>(
  tx: Transaction,
  locked: readonly Locked[],
): Promise<Locked[]> {
  const rejected = locked.filter(({ status }) => status === 'rejected').map(({ id }) => id);
  if (rejected.length === 0) return [...locked];
  const notices = await deleteNotices(tx, rejected);
  await setUnrejected(tx, notices);
  const before = new Map(notices.map(({ activityId, status }) => [activityId, status]));
  return locked.map(one => ({ ...one, status: before.get(one.id) ?? one.status }));
}
