import { undoApproval, undoRejection } from '@minga/contract/administration/activities';
import {
  type BulkAction,
  type BulkDecision,
  type BulkOutcome,
  decideManyActivities,
} from '@minga/contract/administration/bulk-decisions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/server/api.ts';
import { isRetryable } from '../../../lib/server/query-client.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { refreshPanel } from '../api.ts';
import { useDashboardErrors } from '../errors.tsx';
import { bulkDecisions, bulkOutcomeText, totalOutcome, undoneText } from '../model.ts';
import type { ChosenRow } from './row-selection.ts';

/** A decision about activities that can be undone for some seconds. */
type UndoableAction = 'approve' | 'reject';

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
  const decide = useMutation({ mutationFn: decideAll });
  const { mutateAsync: undoDecisions } = useMutation({ mutationFn: undoAll });

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

/** The response does not say which were skipped, so that a decision can be undone only if none was. */
const canUndo = ({ done, skipped }: BulkOutcome): boolean => done > 0 && skipped === 0;

/** Approves, rejects or deletes some activities, one request after the other. Skips those that have changed. */
async function decideAll(decisions: readonly BulkDecision[]): Promise<BulkOutcome> {
  const outcomes: BulkOutcome[] = [];
  for (const body of decisions) outcomes.push(await call(decideManyActivities, { body }));
  return totalOutcome(outcomes);
}

interface Undoing {
  readonly ids: readonly string[];
  readonly action: UndoableAction;
}

interface UndoneDecisions {
  readonly undone: number;
  /** The first error; null: all were undone. Those that the server refused have been announced by now. */
  readonly failure: Error | null;
  /** Not tried, or without an answer: the server is away. */
  readonly remaining: readonly string[];
}

/** Gives approved or rejected activities the status back that they had before, one request after the other. */
async function undoAll({ ids, action }: Undoing): Promise<UndoneDecisions> {
  const endpoint = { approve: undoApproval, reject: undoRejection }[action];
  let undone = 0;
  let failure: Error | null = null;
  for (const [index, id] of ids.entries()) {
    try {
      await call(endpoint, { params: { id }, query: {} });
      undone += 1;
    } catch (error) {
      failure ??= error as Error;
      if (isRetryable(error as Error)) return { undone, failure, remaining: ids.slice(index) };
    }
  }
  return { undone, failure, remaining: [] };
}
