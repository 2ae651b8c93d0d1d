import type { BulkAction, BulkDecision, BulkOutcome } from '@minga/contract/administration/bulk-decisions';
import type { ChosenRow } from './use-row-selection.ts';

/**
 * The requests for one action on the chosen rows. A rejection states the status in which the rows were seen, so that pending and
 * approved ones are two requests.
 */
export function bulkDecisions(
  rows: readonly ChosenRow[],
  action: BulkAction,
  reason?: string,
): BulkDecision[] {
  if (action !== 'reject') return [{ ids: idsOf(rows), action, currentStatus: 'pending' }];
  const approved = rows.filter(({ status }) => status === 'approved');
  const others = rows.filter(({ status }) => status !== 'approved');
  return [
    { ids: idsOf(others), action, reason, currentStatus: 'pending' as const },
    { ids: idsOf(approved), action, reason, currentStatus: 'approved' as const },
  ].filter(({ ids }) => ids.length > 0);
}

export const totalOutcome = (outcomes: readonly BulkOutcome[]): BulkOutcome => ({
  done: outcomes.reduce((sum, { done }) => sum + done, 0),
  skipped: outcomes.reduce((sum, { skipped }) => sum + skipped, 0),
});

const idsOf = (rows: readonly ChosenRow[]): string[] => rows.map(({ _id }) => _id);
