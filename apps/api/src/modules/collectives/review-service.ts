import type { CollectiveStatus } from '@minga/contract/collectives';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type CollectiveFilter,
  type CollectiveRow,
  findById,
  forReview,
  listCollectives,
  type Paging,
  updateCollective,
} from './repository.ts';

/** All collectives, those that wait for a decision first. */
export const collectivesForReview = (
  { db }: Pick<Platform, 'db'>,
  filter: Pick<CollectiveFilter, 'search' | 'status'>,
  viewerId: string,
  paging: Paging,
): Promise<{ rows: CollectiveRow[]; total: number }> =>
  listCollectives(db, filter, viewerId, forReview, paging);

export type CollectiveChange =
  | { readonly isVerified: boolean }
  | { readonly status: Exclude<CollectiveStatus, 'held'> };

/** Applies an admin's decision; null: there is no such collective. */
export async function changeCollective(
  tx: Transaction,
  id: string,
  change: CollectiveChange,
  viewerId: string,
): Promise<CollectiveRow | null> {
  const isDecided = 'status' in change && change.status === 'active';
  await updateCollective(tx, id, { ...change, ...(isDecided && { holdKind: null, holdTerm: null }) });
  return findById(tx, id, viewerId);
}
