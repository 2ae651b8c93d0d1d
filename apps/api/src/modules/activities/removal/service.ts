import type { ReportReason } from '@minga/contract/report-reasons';
import type { Transaction } from '../../../platform/database/connection.ts';
import { cancel, schedule } from '../../../platform/due-work/due-work.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { CollectiveDeleting } from '../../collectives/events.ts';
import type { Viewer } from '../../teams/policy.ts';
import { canView, isAllowed } from '../access-service.ts';
import { listMemoryImages, removeMemory, setMemoryHidden } from '../memory-repository.ts';
import {
  lockActivities,
  lockPublished,
  type RejectionNotice,
  setHidden,
  setRestored,
  setShown,
} from '../moderation/repository.ts';
import { announcePublications, restoreUnannounced } from '../moderation/service.ts';
import { isPublic, publicStatuses, type StoredStatus } from '../policy.ts';
import { REJECTIONS } from '../queries.ts';
import { findActivity, type LockedActivity, lockActivity, updateActivity } from '../repository.ts';
import { deleteActivities, detachFromCollective, lockByOwner } from './repository.ts';

type DeletionParts = Pick<Platform, 'events' | 'images' | 'settings' | 'clock'>;

interface Locked {
  readonly id: string;
  readonly date: Date;
  readonly endsAt: Date;
  readonly status: StoredStatus;
}

/**
 * Deletes activities that the transaction has locked, with their attendances, reminders and images. `isByOrganisers`: organisers cancel them,
 * and neither an administrator, nor a calendar, nor the deletion of an account.
 */
export async function deleteLockedActivities(
  { events, images, settings, clock }: DeletionParts,
  tx: Transaction,
  given: readonly Locked[],
  isByOrganisers = false,
): Promise<void> {
  if (given.length === 0) return;
  const locked = await restoreUnannounced(tx, given);
  const statuses = publicStatuses(settings.moderation);
  await events.publish(
    tx,
    'activityDeleting',
    locked.map(({ status, id, date, endsAt }) => ({
      id,
      date,
      endsAt,
      isPublic: isPublic(status, settings.moderation),
      isHeld: status === 'held',
      isByOrganisers,
    })),
  );
  const ids = locked.map(({ id }) => id);
  await images.discard(tx, await deleteActivities(tx, ids, statuses, clock()));
}

/** Deletes the activities that exist among these ids, and returns the facts for notifying their authors. */
export async function deleteMany(
  parts: DeletionParts,
  tx: Transaction,
  ids: readonly string[],
): Promise<{ id: string; title: string; date: Date; ownerId: string; seriesId: string | null }[]> {
  const locked = await lockActivities(tx, ids);
  await deleteLockedActivities(parts, tx, locked);
  return locked.map(({ id, title, date, ownerId, seriesId }) => ({ id, title, date, ownerId, seriesId }));
}

/** Subscriber of `accountDeleting`: deletes the activities of the accounts. */
export async function deleteActivitiesOfAccounts(
  parts: DeletionParts,
  tx: Transaction,
  accounts: readonly { readonly id: string }[],
): Promise<void> {
  for (const { id } of accounts) await deleteLockedActivities(parts, tx, await lockByOwner(tx, id));
}

/** Subscriber of `collectiveDeleting`: its activities remain those of their authors. */
export async function detachActivities(
  tx: Transaction,
  collectives: readonly CollectiveDeleting[],
): Promise<void> {
  for (const { id } of collectives) await detachFromCollective(tx, id);
}

// The following functions apply decisions about reports to activities and memories. Callers log the decision.

type HidingParts = Pick<Platform, 'clock' | 'events' | 'images' | 'settings'>;

/** Locks an activity until the transaction ends. Returns null if it does not exist. */
export const lockReported = (tx: Transaction, id: string): Promise<LockedActivity | null> =>
  lockActivity(tx, id, 'update');

/**
 * The target of a report, locked against deletion, or null if the viewer may not see the activity, or with `isMemory` its memory.
 */
export async function lockReportable(
  { settings }: Pick<Platform, 'settings'>,
  tx: Transaction,
  id: string,
  viewer: Viewer | null,
  { isMemory }: { readonly isMemory: boolean },
): Promise<{ title: string; ownerId: string; isOwn: boolean } | null> {
  const activity = await lockActivity(tx, id, 'share');
  if (activity === null || !(await canView(tx, settings, viewer, activity))) return null;
  const isOwn = await isAllowed(tx, viewer?.id ?? null, activity, 'manage');
  if (isMemory) {
    const state = await memoryState(tx, id);
    if (state === null || (state === 'hidden' && !isOwn)) return null;
  }
  return { title: activity.title, ownerId: activity.ownerId, isOwn };
}

/** The status of an activity, and the reason if it is 'rejected'. */
export interface ModerationState {
  readonly status: LockedActivity['status'];
  readonly rejectionReason: string | null;
}

/** An activity that a decision hid, with its state before, which an undo restores. */
export interface HiddenActivity
  extends ModerationState,
    Pick<LockedActivity, 'id' | 'holdKind' | 'holdTerm'> {
  /** The notice of an earlier rejection that was not announced yet, or null if there was none. */
  readonly notice: { readonly status: RejectionNotice['data']['status']; readonly dueAt: string } | null;
}

/** Rejects locked activities without notifying people yet. */
export const hideActivities = async (
  parts: Pick<Platform, 'events'>,
  tx: Transaction,
  locked: readonly LockedActivity[],
  reason: string,
): Promise<HiddenActivity[]> => hide(parts, tx, locked, await takeNotices(tx, locked), reason);

/**
 * Rejects those locked activities that are not rejected, or whose rejection could still be undone, without notifying people yet.
 */
export async function hideUnlessRejected(
  parts: Pick<Platform, 'events'>,
  tx: Transaction,
  locked: readonly LockedActivity[],
  reason: string,
): Promise<HiddenActivity[]> {
  const notices = await takeNotices(tx, locked);
  const shown = locked.filter(({ id, status }) => status !== 'rejected' || notices.has(id));
  return hide(parts, tx, shown, notices, reason);
}

const takeNotices = async (tx: Transaction, locked: readonly LockedActivity[]) =>
  new Map(
    (
      await cancel<RejectionNotice['data']>(
        tx,
        REJECTIONS,
        locked.map(({ id }) => id),
      )
    ).map(notice => [notice.key, notice]),
  );

async function hide(
  parts: Pick<Platform, 'events'>,
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
  await announceStates(parts, tx, locked);
  return locked.map(({ id, status, rejectionReason, holdKind, holdTerm }) => {
    const notice = notices.get(id);
    return {
      id,
      status,
      rejectionReason,
      holdKind,
      holdTerm,
      notice: notice ? { status: notice.data.status, dueAt: notice.at.toISOString() } : null,
    };
  });
}

/** Restores the earlier state of locked activities, except of those that were edited or decided again after they were hidden. */
export async function restoreHidden(
  parts: Pick<Platform, 'events'>,
  tx: Transaction,
  hidden: readonly HiddenActivity[],
): Promise<void> {
  const restored = await setRestored(tx, hidden);
  await announceStates(parts, tx, hidden);
  const notices = hidden.flatMap(({ id, notice }) =>
    notice !== null && restored.has(id)
      ? [
          {
            key: id,
            at: new Date(notice.dueAt),
            data: { status: notice.status } satisfies RejectionNotice['data'],
          },
        ]
      : [],
  );
  await schedule(tx, REJECTIONS, ...notices);
}

/** Whether a locked activity is still hidden by a decision about reports, and was not edited or decided again. */
export const isAsHidden = ({
  status,
  reviewedAt,
}: {
  readonly status: string;
  readonly reviewedAt: Date | null;
}): boolean => status === 'rejected' && reviewedAt === null;

/** Restores an earlier status of a locked activity. */
export async function showActivity(
  parts: Pick<Platform, 'events'>,
  tx: Transaction,
  id: string,
  { status, rejectionReason }: ModerationState,
): Promise<void> {
  await setShown(tx, id, { status, rejectionReason: status === 'rejected' ? (rejectionReason ?? '') : null });
  await announceStates(parts, tx, [{ id }]);
}

const announceStates = (
  { events }: Pick<Platform, 'events'>,
  tx: Transaction,
  changed: readonly { readonly id: string }[],
): Promise<void> =>
  events.publish(
    tx,
    'activityStateChanged',
    changed.map(({ id: activityId }) => ({ activityId })),
  );

interface Hidden {
  readonly activityId: string;
  /** The status before the activity was hidden. */
  readonly status: LockedActivity['status'];
}

/**
 * Publishes that activities were hidden. Subscribers notify their authors of the reasons of the reports, and their attendees that
 * the activities are no longer on the site.
 */
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

/** Publishes that an activity is public again. Followers are notified if it never was before. */
export async function announceShownActivity(
  parts: Pick<Platform, 'clock' | 'events'>,
  tx: Transaction,
  id: string,
): Promise<void> {
  await announcePublications(parts, tx, [id]);
}

/** Locks activities, in the order in which every transaction locks activities. */
export const lockReportedAmong = (tx: Transaction, ids: readonly string[]): Promise<LockedActivity[]> =>
  lockActivities(tx, ids);

/** Locks all activities of an account and of a collective. */
export const lockActivitiesOf = (
  tx: Transaction,
  publisher: { readonly ownerId: string; readonly collectiveId: string | null },
): Promise<LockedActivity[]> => lockPublished(tx, publisher);

/**
 * Deletes a hidden activity as if it still had its earlier status: its attendees are notified, and its page returns that it was
 * deleted.
 */
export async function deleteHidden(
  parts: HidingParts,
  tx: Transaction,
  activity: LockedActivity,
  before: ModerationState,
): Promise<void> {
  await showActivity(parts, tx, activity.id, before);
  await deleteLockedActivities(parts, tx, [{ ...activity, status: before.status }]);
}

/** The state of an activity's memory, or null if it has none. */
export async function memoryState(tx: Transaction, activityId: string): Promise<'visible' | 'hidden' | null> {
  const memory = (await findActivity(tx, activityId))?.memory ?? null;
  return memory && (memory.isHidden ? 'hidden' : 'visible');
}

/** Hides the memory of a locked activity, or shows it again. Returns false if there is none. */
export async function switchMemory(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  activityId: string,
  isHidden: boolean,
): Promise<boolean> {
  const isFound = await setMemoryHidden(tx, activityId, isHidden);
  // A trigger on this update notifies caches of the change.
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
