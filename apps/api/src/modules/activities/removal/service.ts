import type { ReportReason } from '@minga/contract/report-reasons';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { CollectiveDeleting } from '../../collectives/events.ts';
import type { Viewer } from '../../teams/policy.ts';
import { isAllowed, mayView } from '../access-service.ts';
import { listMemoryImages, removeMemory, setMemoryHidden } from '../memory-repository.ts';
import {
  deleteNotices,
  insertRejectionNotices,
  lockActivities,
  lockPublished,
  type RejectionNotice,
  setHidden,
  setRestored,
  setShown,
} from '../moderation/repository.ts';
import { announceNews, restoreUnannounced } from '../moderation/service.ts';
import { isPublic, publicStatuses, type StoredStatus } from '../policy.ts';
import { findActivity, type LockedActivity, lockActivity, updateActivity } from '../repository.ts';
import { deleteActivities, detachFromCollective, lockByOwner } from './repository.ts';

type DeletionParts = Pick<Platform, 'events' | 'images' | 'settings' | 'clock'>;

interface Locked {
  readonly id: string;
  readonly date: Date;
  readonly endsAt: Date;
  readonly status: StoredStatus;
}

/** Deletes activities that the transaction has locked, with their attendances, reminders and images. */
export async function deleteLockedActivities(
  { events, images, settings, clock }: DeletionParts,
  tx: Transaction,
  given: readonly Locked[],
): Promise<void> {
  if (given.length === 0) return;
  const locked = await restoreUnannounced(tx, given);
  const statuses = publicStatuses(settings.moderation);
  await events.publish(
    tx,
    'activityDeleting',
    locked.map(({ status, id, date, endsAt }) => ({
      ...{ id, date, endsAt },
      isPublic: isPublic(status, settings.moderation),
      isHeld: status === 'held',
    })),
  );
  const ids = locked.map(({ id }) => id);
  await images.discard(tx, await deleteActivities(tx, ids, statuses, clock()));
}

/** Deletes those of the activities that exist; what their owners are told of them. */
export async function deleteMany(
  parts: DeletionParts,
  tx: Transaction,
  ids: readonly string[],
): Promise<{ id: string; title: string; ownerId: string; seriesId: string | null }[]> {
  const locked = await lockActivities(tx, ids);
  await deleteLockedActivities(parts, tx, locked);
  return locked.map(({ id, title, ownerId, seriesId }) => ({ id, title, ownerId, seriesId }));
}

/** Subscriber of `accountDeleting`. */
export async function deleteActivitiesOfAccounts(
  parts: DeletionParts,
  tx: Transaction,
  accounts: readonly { readonly id: string }[],
): Promise<void> {
  for (const { id } of accounts) await deleteLockedActivities(parts, tx, await lockByOwner(tx, id));
}

/** Subscriber of `collectiveDeleting`: its activities stay their authors'. */
export async function detachActivities(
  tx: Transaction,
  collectives: readonly CollectiveDeleting[],
): Promise<void> {
  for (const { id } of collectives) await detachFromCollective(tx, id);
}

// Effects of the decisions about reports on activities and memories. Callers log the decision.

type HidingParts = Pick<Platform, 'clock' | 'events' | 'images' | 'settings'>;

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

/** An activity that a decision hid, with what it was before: an undo restores that. */
export interface HiddenActivity extends Shown, Pick<LockedActivity, 'id' | 'holdKind' | 'holdTerm'> {
  /** Of an earlier rejection that was not announced yet; null: there was none. */
  readonly notice: { readonly status: RejectionNotice['status']; readonly dueAt: string } | null;
}

/** Rejects locked activities without telling anybody yet. */
export const hideActivities = async (
  tx: Transaction,
  locked: readonly LockedActivity[],
  reason: string,
): Promise<HiddenActivity[]> => hide(tx, locked, await takeNotices(tx, locked), reason);

/** The same for those that are not rejected yet, or whose rejection could still be undone. */
export async function hideShown(
  tx: Transaction,
  locked: readonly LockedActivity[],
  reason: string,
): Promise<HiddenActivity[]> {
  const notices = await takeNotices(tx, locked);
  const shown = locked.filter(({ id, status }) => status !== 'rejected' || notices.has(id));
  return hide(tx, shown, notices, reason);
}

const takeNotices = async (tx: Transaction, locked: readonly LockedActivity[]) =>
  new Map(
    (
      await deleteNotices(
        tx,
        locked.map(({ id }) => id),
      )
    ).map(notice => [notice.activityId, notice]),
  );

async function hide(
  tx: Transaction,
  locked: readonly LockedActivity[],
  notices: ReadonlyMap<string, RejectionNotice>,
  reason: string,
): Promise<HiddenActivity[]> {
  if (locked.length === 0) return [];
  await setHidden(
    tx,
    locked.map(({ id }) => id),
    reason,
  );
  return locked.map(({ id, status, rejectionReason, holdKind, holdTerm }) => {
    const notice = notices.get(id);
    return {
      ...{ id, status, rejectionReason, holdKind, holdTerm },
      notice: notice ? { status: notice.status, dueAt: notice.dueAt.toISOString() } : null,
    };
  });
}

/** Gives locked activities back what they were; those that were edited or decided again since stay as they are. */
export async function restoreHidden(tx: Transaction, hidden: readonly HiddenActivity[]): Promise<void> {
  const restored = await setRestored(tx, hidden);
  const notices = hidden.flatMap(({ id, notice }) =>
    notice !== null && restored.has(id)
      ? [{ activityId: id, status: notice.status, dueAt: new Date(notice.dueAt) }]
      : [],
  );
  if (notices.length > 0) await insertRejectionNotices(tx, notices);
}

/** Whether a locked activity is as a decision about it left it: hidden, and neither edited nor decided again since. */
export const isAsHidden = ({
  status,
  reviewedAt,
}: {
  readonly status: string;
  readonly reviewedAt: Date | null;
}): boolean => status === 'rejected' && reviewedAt === null;

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

/** Locks activities, in the order in which every transaction locks activities. */
export const lockReportedAmong = (tx: Transaction, ids: readonly string[]): Promise<LockedActivity[]> =>
  lockActivities(tx, ids);

/** Locks all activities of an account and of a collective. */
export const lockActivitiesOf = (
  tx: Transaction,
  publisher: { readonly ownerId: string; readonly collectiveId: string | null },
): Promise<LockedActivity[]> => lockPublished(tx, publisher);

/** Deletes a hidden activity as if it still had the status that it had before: its attendees are told, its page says that it was deleted. */
export async function deleteHidden(
  parts: HidingParts,
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
