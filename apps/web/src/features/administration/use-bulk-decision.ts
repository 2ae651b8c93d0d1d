import type { BulkAction, BulkOutcome } from '@minga/contract/administration/bulk-decisions';
import { useQueryClient } from '@tanstack/react-query';
import { toastSuccess } from '../../lib/toasts.ts';
import { useDecideManyActivities } from './api/decide-many-activities.ts';
import { refreshPanel } from './api/panel-key.ts';
import { useUndoApprovals } from './api/undo-approvals.ts';
import { bulkDecisions } from './bulk-decisions.ts';
import { bulkOutcomeText, undoneText } from './bulk-outcome-text.ts';
import { useDashboardErrors } from './dashboard-errors.tsx';
import type { ChosenRow } from './use-row-selection.ts';

const FALLBACKS: Readonly<Record<BulkAction, string>> = {
  approve: 'Error al aprobar las actividades',
  reject: 'Error al rechazar las actividades',
  delete: 'Error al eliminar las actividades',
};

const UNDO_FALLBACK = 'Error al deshacer la aprobación';

/** One action on all chosen activities, the result in a toast and a refetch. `onDone` is called after success, and `run` resolves to false after a failure. */
export function useBulkDecision(onDone: () => void) {
  const queryClient = useQueryClient();
  const { report, dismiss } = useDashboardErrors();
  const decide = useDecideManyActivities();
  const { mutateAsync: undoApprovals } = useUndoApprovals();

  async function run(rows: readonly ChosenRow[], action: BulkAction, reason?: string): Promise<boolean> {
    if (decide.isPending) return false;
    const fallback = FALLBACKS[action];
    dismiss(fallback);
    const outcome = await decide.mutateAsync(bulkDecisions(rows, action, reason)).catch((error: unknown) => {
      report(error, fallback);
      return null;
    });
    if (outcome !== null) {
      toastSuccess(
        bulkOutcomeText(action, outcome),
        canUndo(action, outcome) ? () => void undo(rows) : undefined,
      );
      onDone();
    }
    // Also after a failure: the response may have been lost.
    await refreshPanel(queryClient);
    return outcome !== null;
  }

  async function undo(rows: readonly ChosenRow[]): Promise<void> {
    dismiss(UNDO_FALLBACK);
    const { undone, failure } = await undoApprovals(rows.map(({ _id }) => _id));
    if (undone > 0) toastSuccess(undoneText(undone));
    if (failure !== null) report(failure, UNDO_FALLBACK);
    await refreshPanel(queryClient);
  }

  return { run, isBusy: decide.isPending };
}

/** A rejection and a deletion are told at once. Of several, some of which were skipped, the response does not say which were approved. */
const canUndo = (action: BulkAction, { done, skipped }: BulkOutcome): boolean =>
  action === 'approve' && done > 0 && skipped === 0;

export type BulkRun = ReturnType<typeof useBulkDecision>;
