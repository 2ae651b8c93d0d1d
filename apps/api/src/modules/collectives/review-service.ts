import type { CollectiveStatus } from '@minga/contract/collectives';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Paging } from '../../platform/database/queries.ts';
import type { Platform } from '../../platform/platform.ts';
import { can, type Viewer } from '../teams/policy.ts';
import {
  type CollectiveFilter,
  type CollectiveRow,
  findById,
  listCollectives,
  lockCollective,
  lockSolelyOwned,
  reviewOrder,
  updateCollective,
} from './repository.ts';
import { isVisible, rolesOf } from './service.ts';

/** A page of all collectives, held ones first. */
export const collectivesForReview = (
  { db }: Pick<Platform, 'db'>,
  filter: Pick<CollectiveFilter, 'search' | 'status'>,
  viewerId: string,
  paging: Paging,
): Promise<{ rows: CollectiveRow[]; total: number }> =>
  listCollectives(db, filter, viewerId, reviewOrder, paging);

export type CollectiveChange =
  | { readonly isVerified: boolean }
  | { readonly status: Exclude<CollectiveStatus, 'held'> };

/** Applies an admin's decision. Returns null if there is no such collective. */
export async function changeCollective(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  id: string,
  change: CollectiveChange,
  viewerId: string,
): Promise<CollectiveRow | null> {
  const isDecided = 'status' in change && change.status === 'active';
  await updateCollective(tx, id, {
    ...change,
    ...('status' in change && { reviewedAt: clock() }),
    ...(isDecided && { holdKind: null, holdTerm: null }),
  });
  return findById(tx, id, viewerId);
}

/** Locks a collective until the transaction ends and returns it, or null if it does not exist. */
export const lockReviewed = (tx: Transaction, id: string) => lockCollective(tx, id);

/** Sets the status of a locked collective by a decision about reports, which `reviewedAt` does not record. */
export const setCollectiveStatus = (tx: Transaction, id: string, status: CollectiveStatus): Promise<void> =>
  updateCollective(tx, id, { status, reviewedAt: null });

/** A collective that a decision about reports deactivated, with its earlier status. */
export interface DeactivatedCollective {
  readonly id: string;
  readonly status: CollectiveStatus;
}

/** Deactivates the collectives whose only owner is this account, except one. Returns those that were not deactivated before. */
export async function deactivateSolelyOwned(
  tx: Transaction,
  ownerId: string,
  exceptId: string,
): Promise<DeactivatedCollective[]> {
  const owned = await lockSolelyOwned(tx, ownerId);
  const shown = owned.filter(({ id, status }) => id !== exceptId && status !== 'inactive');
  for (const { id } of shown) await setCollectiveStatus(tx, id, 'inactive');
  return shown.map(({ id, status }) => ({ id, status }));
}

/** Restores the status of deactivated collectives, except those about which an administrator has decided since then. */
export async function reactivateCollectives(
  tx: Transaction,
  deactivated: readonly DeactivatedCollective[],
): Promise<void> {
  const inOrder = [...deactivated].sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const { id, status } of inOrder) {
    const locked = await lockCollective(tx, id);
    if (locked !== null && isAsDeactivated(locked)) await setCollectiveStatus(tx, id, status);
  }
}

/** Whether a decision about reports deactivated a locked collective, and no administrator has decided about it since then. */
export const isAsDeactivated = ({
  status,
  reviewedAt,
}: {
  readonly status: string;
  readonly reviewedAt: Date | null;
}): boolean => status === 'inactive' && reviewedAt === null;

/** Locks a collective until the transaction ends and returns it, or null if the viewer sees no such collective. */
export async function reportableCollective(
  tx: Transaction,
  id: string,
  viewer: Viewer | null,
): Promise<{ title: string; isOwn: boolean } | null> {
  if ((await lockCollective(tx, id)) === null) return null;
  const row = await findById(tx, id, viewer?.id ?? null);
  if (row === null || !isVisible(row, viewer)) return null;
  return { title: row.collective.name, isOwn: can(rolesOf(row), 'publish') };
}
