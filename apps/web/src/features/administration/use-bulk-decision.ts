import type { BulkAction } from '@minga/contract/administration/bulk-decisions';
import { useQueryClient } from '@tanstack/react-query';
import { toastSuccess } from '../../lib/toasts.ts';
import { useDecideManyActivities } from './api/decide-many-activities.ts';
import { refreshPanel } from './api/panel-key.ts';
import { bulkDecisions } from './bulk-decisions.ts';
import { bulkOutcomeText } from './bulk-outcome-text.ts';
import { useDashboardErrors } from './dashboard-errors.tsx';
import type { ChosenRow } from './use-row-selection.ts';

const FALLBACKS: Readonly<Record<BulkAction, string>> = {
  approve: 'Error al aprobar las actividades',
  reject: 'Error al rechazar las actividades',
  delete: 'Error al borrar las actividades',
};

/** One action on all chosen activities, the result in a toast and a refetch. `onDone` is called after success, and `run` resolves to false after a failure. */
export function useBulkDecision(onDone: () => void) {
  const queryClient = useQueryClient();
  const { report, dismiss } = useDashboardErrors();
  const decide = useDecideManyActivities();

  async function run(rows: readonly ChosenRow[], action: BulkAction, reason?: string): Promise<boolean> {
    if (decide.isPending) return false;
    const fallback = FALLBACKS[action];
    dismiss(fallback);
    const outcome = await decide.mutateAsync(bulkDecisions(rows, action, reason)).catch((error: unknown) => {
      report(error, fallback);
      return null;
    });
    if (outcome !== null) {
      toastSuccess(bulkOutcomeText(action, outcome));
      onDone();
    }
    // Also after a failure: the response may have been lost.
    await refreshPanel(queryClient);
    return outcome !== null;
  }

  return { run, isBusy: decide.isPending };
}

export type BulkRun = ReturnType<typeof useBulkDecision>;
