import type { ReportTargetType } from '@minga/contract/reports';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  deleteHidden,
  deleteMemory,
  type HiddenActivity,
  hideActivities,
  isAsHidden,
  lockReportable,
  lockReported,
  type ModerationState,
  memoryState,
  showActivity,
  switchMemory,
} from '../activities/removal/service.ts';
import { withdrawHoursOf } from '../attendance/own/service.ts';
import { deleteLockedCollective } from '../collectives/member-service.ts';
import {
  isAsDeactivated,
  lockReviewed,
  reportableCollective,
  setCollectiveStatus,
} from '../collectives/review-service.ts';
import type { Viewer } from '../teams/policy.ts';
import { findFirstOwner } from './case-repository.ts';

export interface Target {
  readonly type: ReportTargetType;
  readonly id: string;
}

/** The columns of a target that a decision changes. */
export interface TargetState {
  readonly status: string;
  readonly rejectionReason: string | null;
}

/** The state of a locked target. */
export interface LockedState extends TargetState {
  /** Time of the last decision of an administrator about the target; null if there is none or a case has hidden it since. */
  readonly reviewedAt: Date | null;
}

/** Locks a target that the viewer sees against deletion until the transaction ends. Returns null if there is none. */
export async function reportableTarget(
  platform: Pick<Platform, 'settings'>,
  tx: Transaction,
  { type, id }: Target,
  viewer: Viewer | null,
): Promise<{ title: string; authorId: string | null; isOwn: boolean } | null> {
  if (type === 'collective') {
    const found = await reportableCollective(tx, id, viewer);
    return found && { ...found, authorId: await findFirstOwner(tx, id) };
  }
  const found = await lockReportable(platform, tx, id, viewer, { isMemory: type === 'memory' });
  return found && { title: found.title, authorId: found.ownerId, isOwn: found.isOwn };
}

/** Locks a target until the transaction ends. Returns null if it was deleted. */
export async function lockTarget(tx: Transaction, { type, id }: Target): Promise<LockedState | null> {
  if (type === 'collective') {
    const collective = await lockReviewed(tx, id);
    return collective && { ...collective, rejectionReason: null };
  }
  const activity = await lockReported(tx, id);
  if (activity === null || type === 'activity') return activity;
  const status = await memoryState(tx, id);
  return status && { status, rejectionReason: null, reviewedAt: null };
}

/** Whether a locked target is still in the state that a hiding decision gave it: it was neither shown nor decided again since. */
export function isAsDecided({ type }: Target, state: LockedState): boolean {
  if (type === 'memory') return state.status === 'hidden';
  return type === 'collective' ? isAsDeactivated(state) : isAsHidden(state);
}

/** Whether an administrator has shown a hidden target again or decided about it since it was hidden. An edit is no decision. */
export const isDecidedAgain = (target: Target, state: LockedState): boolean =>
  !isAsDecided(target, state) &&
  !(target.type === 'activity' && state.status === 'held' && state.reviewedAt === null);

/** Sets the status of a locked target; `rejectionReason` is stored with a rejected activity. Returns the activity that it hid. */
export async function setTargetState(
  platform: Pick<Platform, 'clock' | 'events'>,
  tx: Transaction,
  { type, id }: Target,
  { status, rejectionReason }: TargetState,
): Promise<HiddenActivity[]> {
  if (type === 'memory') await switchMemory(platform, tx, id, status === 'hidden');
  else if (type === 'collective')
    await setCollectiveStatus(tx, id, status as Parameters<typeof setCollectiveStatus>[2]);
  else if (status === 'rejected') {
    const activity = await lockReported(tx, id);
    return activity === null ? [] : hideActivities(platform, tx, [activity], rejectionReason ?? '');
  } else
    await showActivity(platform, tx, id, {
      status: status as ModerationState['status'],
      rejectionReason: null,
    });
  return [];
}

/** Deletes a locked target; `before` is its state before it was hidden. */
export async function deleteTarget(
  platform: Platform,
  tx: Transaction,
  { type, id }: Target,
  before: TargetState,
): Promise<void> {
  if (type === 'collective') return deleteLockedCollective(platform, tx, id);
  if (type === 'memory') return deleteMemory(platform, tx, id);
  const activity = await lockReported(tx, id);
  if (activity === null) return;
  await deleteHidden(platform, tx, activity, {
    ...before,
    status: before.status as ModerationState['status'],
  });
  await withdrawHoursOf(platform, tx, id);
}
