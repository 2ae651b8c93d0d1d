import type { ReportReason } from '@minga/contract/report-reasons';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Viewer } from '../teams/policy.ts';
import { isAllowed, mayView } from './access-service.ts';
import { lockByOwner } from './deletion-repository.ts';
import { deleteLockedActivities } from './deletion-service.ts';
import { listMemoryImages, removeMemory, setMemoryHidden } from './memory-repository.ts';
import { setHidden, setShown } from './moderation-repository.ts';
import { announceNews } from './moderation-service.ts';
import { endUndo } from './rejection-service.ts';
import { findActivity, type LockedActivity, lockActivity, updateActivity } from './repository.ts';

// Effects of the decisions about reports on activities and memories. Callers log the decision.

type Parts = Pick<Platform, 'clock' | 'events' | 'images' | 'settings'>;

/** Locks an activity until the transaction ends; null: deleted. */
export const lockReported = (tx: Transaction, id: string): Promise<LockedActivity | null> =>
  lockActivity(tx, id, 'update');

/** The target of a report; null unless the viewer sees the activity, and with `isMemory` its memory. Locks it against deletion. */
export async function reportable(
  { settings }: Pick<Platform, 'settings'>,
  tx: Transaction,
  id: string,
  viewer: Viewer | null,
  { isMemory }: { readonly isMemory: boolean },
): Promise<{ title: string; ownerId: string; isOwn: boolean } | null> {
  const activity = await lockActivity(tx, id, 'share');
  if (activity === null || !(await mayView(tx, settings, viewer, activity))) return null;
  const isOwn = await isAllowed(tx, viewer?.id ?? null, activity, 'manage');
  if (isMemory) {
    const state = await memoryState(tx, id);
    if (state === null || (state === 'hidden' && !isOwn)) return null;
  }
  return { title: activity.title, ownerId: activity.ownerId, isOwn };
}

/** The status of an activity, and the reason if it is 'rejected'. */
export interface Shown {
  readonly status: LockedActivity['status'];
  readonly rejectionReason: string | null;
}

/** Rejects a locked activity without telling anybody yet. */
export async function hideActivity(tx: Transaction, id: string, reason: string): Promise<void> {
  await endUndo(tx, id);
  await setHidden(tx, [id], reason);
}

/** Gives a locked activity an earlier status back. */
export const showActivity = (
  tx: Transaction,
  id: string,
  { status, rejectionReason }: Shown,
): Promise<void> =>
  setShown(tx, id, { status, rejectionReason: status === 'rejected' ? (rejectionReason ?? '') : null });

interface Hidden {
  readonly activityId: string;
  /** Before it was hidden. */
  readonly status: LockedActivity['status'];
}

/** Tells that activities were hidden: their authors by the kinds of the reports, their attendees that they are not held here any more. */
export async function announceHiding(
  { events }: Pick<Platform, 'events'>,
  tx: Transaction,
  hidden: readonly Hidden[],
  { reason, reported }: { readonly reason: string; readonly reported: readonly ReportReason[] },
): Promise<void> {
  await events.publish(
    tx,
    'activityDecided',
    hidden.map(({ activityId, status }) => ({
      activityId,
      status: 'rejected' as const,
      reason,
      currentStatus: status === 'rejected' ? ('pending' as const) : status,
      reported,
    })),
  );
}

/** Tells followers of an activity that is public again, if it never was before. */
export const announceShown = (
  parts: Pick<Platform, 'clock' | 'events'>,
  tx: Transaction,
  id: string,
): Promise<void> => announceNews(parts, tx, [id]);

/** Locks all activities of an account. */
export async function lockActivitiesOf(tx: Transaction, ownerId: string): Promise<void> {
  await lockByOwner(tx, ownerId);
}

/** Hides all activities of a locked account that are not hidden yet. */
export async function hideActivitiesOf(
  parts: Pick<Platform, 'events'>,
  tx: Transaction,
  ownerId: string,
  why: { readonly reason: string; readonly reported: readonly ReportReason[] },
): Promise<void> {
  const shown = (await lockByOwner(tx, ownerId)).filter(({ status }) => status !== 'rejected');
  if (shown.length === 0) return;
  await setHidden(
    tx,
    shown.map(({ id }) => id),
    why.reason,
  );
  const hidden = shown.map(({ id: activityId, status }) => ({ activityId, status }));
  await announceHiding(parts, tx, hidden, why);
}

/** Deletes a hidden activity as if it still had the status that it had before: its attendees are told, its page says that it was deleted. */
export async function deleteHidden(
  parts: Parts,
  tx: Transaction,
  activity: LockedActivity,
  before: Shown,
): Promise<void> {
  await showActivity(tx, activity.id, before);
  await deleteLockedActivities(parts, tx, [{ ...activity, status: before.status }]);
}

/** Null: the activity has no memory. */
export async function memoryState(tx: Transaction, activityId: string): Promise<'visible' | 'hidden' | null> {
  const memory = (await findActivity(tx, activityId))?.memory ?? null;
  return memory && (memory.isHidden ? 'hidden' : 'visible');
}

/** Hides the memory of a locked activity, or shows it again; false: it has none. */
export async function switchMemory(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  activityId: string,
  isHidden: boolean,
): Promise<boolean> {
  const isFound = await setMemoryHidden(tx, activityId, isHidden);
  // Also notifies caches of the change.
  if (isFound) await updateActivity(tx, activityId, { updatedAt: clock() });
  return isFound;
}

/** Deletes the memory of a locked activity with its pictures. */
export async function deleteMemory(
  { clock, images }: Pick<Platform, 'clock' | 'images'>,
  tx: Transaction,
  activityId: string,
): Promise<void> {
  const pictures = await listMemoryImages(tx, [activityId]);
  await removeMemory(tx, activityId);
  await images.discard(tx, pictures);
  await updateActivity(tx, activityId, { updatedAt: clock() });
}
