import type { ReportTargetType } from '@minga/contract/reports';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  deleteHidden,
  deleteMemory,
  hideActivity,
  lockReported,
  memoryState,
  reportable,
  type Shown,
  showActivity,
  switchMemory,
} from '../activities/hiding-service.ts';
import { deleteLockedCollective } from '../collectives/member-service.ts';
import { lockReviewed, reportableCollective, setCollectiveStatus } from '../collectives/review-service.ts';
import type { Viewer } from '../teams/policy.ts';
import { findFirstOwner } from './recipient-repository.ts';

export interface Target {
  readonly type: ReportTargetType;
  readonly id: string;
}

/** The part of a target that a decision changes. */
export interface TargetState {
  readonly status: string;
  readonly rejectionReason: string | null;
}

/** A target that the viewer sees, protected from deletion until the transaction ends; null: there is none. */
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
  const found = await reportable(platform, tx, id, viewer, { isMemory: type === 'memory' });
  return found && { title: found.title, authorId: found.ownerId, isOwn: found.isOwn };
}

/** Locks a target until the transaction ends; null: deleted. */
export async function lockTarget(tx: Transaction, { type, id }: Target): Promise<TargetState | null> {
  if (type === 'collective') {
    const collective = await lockReviewed(tx, id);
    return collective && { status: collective.status, rejectionReason: null };
  }
  const activity = await lockReported(tx, id);
  if (activity === null || type === 'activity') return activity;
  const status = await memoryState(tx, id);
  return status && { status, rejectionReason: null };
}

/** Gives a locked target a status; `rejectionReason` is that of a rejected activity. */
export async function setTargetState(
  platform: Pick<Platform, 'clock'>,
  tx: Transaction,
  { type, id }: Target,
  { status, rejectionReason }: TargetState,
): Promise<void> {
  if (type === 'memory') await switchMemory(platform, tx, id, status === 'hidden');
  else if (type === 'collective')
    await setCollectiveStatus(tx, id, status as Parameters<typeof setCollectiveStatus>[2]);
  else if (status === 'rejected') await hideActivity(tx, id, rejectionReason ?? '');
  else await showActivity(tx, id, { status: status as Shown['status'], rejectionReason: null });
}

/** Deletes a locked target that had this state before it was hidden. */
export async function deleteTarget(
  platform: Platform,
  tx: Transaction,
  { type, id }: Target,
  before: TargetState,
): Promise<void> {
  if (type === 'collective') return deleteLockedCollective(platform, tx, id);
  if (type === 'memory') return deleteMemory(platform, tx, id);
  const activity = await lockReported(tx, id);
  if (activity !== null)
    await deleteHidden(platform, tx, activity, { ...before, status: before.status as Shown['status'] });
}
