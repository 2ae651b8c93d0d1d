import type { Attendance } from '@minga/contract/attendance';
import { useCallback, useState } from 'react';
import { useLazyDialog } from '../../components/use-lazy-dialog.ts';

/** What the organiser is about to do. */
export type Intent =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'remove'; readonly participant: Attendance };

/** The one dialog of the list. `ask` stays the same function: a row is drawn anew only when it changes. */
export function useParticipantDialog() {
  const { isMounted, isOpen, open, close } = useLazyDialog();
  const [intent, setIntent] = useState<Intent | null>(null);
  // It sets states and nothing else: the first is as good as any later.
  const [openNow] = useState(() => open);
  const ask = useCallback(
    (next: Intent) => {
      setIntent(next);
      openNow();
    },
    [openNow],
  );
  return { intent: isMounted ? intent : null, isOpen, ask, close };
}
