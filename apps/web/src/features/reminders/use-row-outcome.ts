import { useState } from 'react';
import { type Outcome, useOutcome } from '../../components/page/use-outcome.ts';

export type RowOutcome = Outcome;

/**
 * The outcome of a list's last action, shown at the affected row, because the top of a long list may be out of view. If the row
 * no longer exists, it is shown at the top (null).
 */
export function useRowOutcome(ids: readonly string[]): (id: string | null) => RowOutcome {
  const outcome = useOutcome();
  const [rowId, setRowId] = useState<string | null>(null);
  const shownAt = rowId !== null && ids.includes(rowId) ? rowId : null;

  return id => ({
    success: shownAt === id ? outcome.success : null,
    error: shownAt === id ? outcome.error : null,
    clear: outcome.clear,
    showSuccess: text => {
      setRowId(id);
      outcome.showSuccess(text);
    },
    showError: sentences => {
      setRowId(id);
      outcome.showError(sentences);
    },
  });
}
