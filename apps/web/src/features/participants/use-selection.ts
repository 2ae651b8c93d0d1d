import type { Attendance } from '@minga/contract/attendance';
import { useCallback, useState } from 'react';
import { useIntentDialog } from '../../components/dialog/use-lazy-dialog.ts';

/** The rows that the organiser has selected, by id; null while the list has no selection. `toggle` stays the same function. */
export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const toggle = useCallback(
    (id: string) =>
      setIds(before => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    [],
  );
  return {
    ids,
    toggle,
    start: () => setIds(new Set()),
    select: (all: readonly string[]) => setIds(new Set(all)),
    stop: () => setIds(null),
  };
}

/** The action that the organiser has started. */
export type Intent =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'admit' | 'undo' | 'remove'; readonly participant: Attendance };

export const useParticipantDialog = () => useIntentDialog<Intent>();
