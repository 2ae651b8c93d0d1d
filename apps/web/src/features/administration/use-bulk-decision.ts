import type { BulkAction, BulkOutcome } from '@minga/contract/administration/bulk-decisions';
import { useQueryClient } from '@tanstack/react-query';
import { toastSuccess } from '../../lib/toasts.ts';
import { useDecideManyActivities } from './activities-api.ts';
import { useDashboardErrors } from './errors.tsx';
import { bulkDecisions, bulkOutcomeText, undoneText } from './model.ts';
import { refreshPanel } from './panel-api.ts';
import { type UndoableAction, useUndoDecisions } from './reports-api.ts';
import type { ChosenRow } from './row-actions.ts';

const FALLBACKS: Readonly<Record<BulkAction, string>> = {
  approve: 'Error al aprobar las actividades',
  reject: 'Error al rechazar las actividades',
  delete: 'Error al eliminar las actividades',
};

const UNDO_FALLBACKS: Readonly<Record<UndoableAction, string>> = {
  approve: 'Error al deshacer la aprobación',
  reject: 'Error al deshacer el rechazo',
};

/** One action on all chosen activities, the result in a toast and a refetch. `onDone` is called after success, and `run` resolves to false after a failure. */
export function useBulkDecision(onDone: () => void) {
  const queryClient = useQueryClient();
  const { report, dismiss } = useDashboardErrors();
  const decide = useDecideManyActivities();
  const { mutateAsync: undoDecisions } = useUndoDecisions();

  async function run(rows: readonly ChosenRow[], action: BulkAction, reason?: string): Promise<boolean> {
    if (decide.isPending) return false;
    const fallback = FALLBACKS[action];
    dismiss(fallback);
    const outcome = await decide.mutateAsync(bulkDecisions(rows, action, reason)).catch((error: unknown) => {
      report(error, fallback);
      return null;
    });
    if (outcome !== null) {
      const text = bulkOutcomeText(action, outcome);
      if (action !== 'delete' && canUndo(outcome)) offerUndo(rows, action, text);
      else toastSuccess(text);
      onDone();
    }
    // Also after a failure: the response may have been lost.
    await refreshPanel(queryClient);
    return outcome !== null;
  }

  /** Shows the outcome with 'Deshacer', again for those of which that does not reach the server. */
  function offerUndo(rows: readonly ChosenRow[], action: UndoableAction, text: string) {
    toastSuccess(text, async () => {
      const fallback = UNDO_FALLBACKS[action];
      dismiss(fallback);
      const ids = rows.map(({ _id }) => _id);
      const { undone, failure, remaining } = await undoDecisions({ ids, action });
      if (undone > 0) toastSuccess(undoneText(undone, rows));
      if (failure !== null) report(failure, fallback);
      if (remaining.length > 0) {
        const left = rows.filter(({ _id }) => remaining.includes(_id));
        offerUndo(left, action, bulkOutcomeText(action, { done: left.length, skipped: 0 }));
      }
      await refreshPanel(queryClient);
    });
  }

  return { run, isBusy: decide.isPending };
}

/** Of several, some of which were skipped, the response does not say which were decided. */
const canUndo = ({ done, skipped }: BulkOutcome): boolean => done > 0 && skipped === 0;

export type BulkRun = ReturnType<typeof useBulkDecision>;
