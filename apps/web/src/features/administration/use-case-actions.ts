import type { NewDecision, ReportCase } from '@minga/contract/administration/reports';
import { useRef } from 'react';
import { useDecideReportCase } from './api/decide-report-case.ts';
import { useUndoReportDecision } from './api/undo-report-decision.ts';
import { decisionToast } from './case-decisions.ts';
import { caseKey } from './case-key.ts';
import { useRowActions } from './use-row-actions.ts';

const UNDONE = 'Deshecho: el caso está otra vez por revisar';
const NOT_UNDONE = 'Error al deshacer la decisión';

/** Decides cases and undoes decisions: each once at a time, followed by a refetch. */
export function useCaseActions() {
  const actions = useRowActions();
  const { mutateAsync: decide } = useDecideReportCase();
  const { mutateAsync: undo } = useUndoReportDecision();
  /** The last decision of this screen. */
  const last = useRef<ReportCase | null>(null);

  const undoOptions = (reported: ReportCase) => ({
    call: async () => {
      last.current = null;
      await undo(reported.target);
    },
    success: UNDONE,
    fallback: NOT_UNDONE,
  });

  /** Resolves after the refetch, whether or not it succeeded. */
  const runDecision = (
    reported: ReportCase,
    decision: NewDecision,
    handlers: { onDone?: () => void; onFailed?: (error: unknown) => void } = {},
  ) =>
    actions.run({
      id: caseKey(reported),
      call: async () => {
        await decide({ target: reported.target, ...decision });
        last.current = reported;
      },
      success: decisionToast(decision.decision, reported),
      fallback: 'Error al decidir el caso',
      undo: undoOptions(reported),
      ...handlers,
    });

  const runUndo = (reported: ReportCase) => actions.run({ id: caseKey(reported), ...undoOptions(reported) });

  return {
    isBusy: (reported: ReportCase) => actions.isBusy(caseKey(reported)),
    decide: runDecision,
    undo: runUndo,
    /** The case of the last decision; null: there is none to undo. */
    lastDecided: () => last.current,
  };
}
