import { useCallback, useState } from 'react';
import { useLazyDialog } from './use-lazy-dialog.ts';

/**
 * The one dialog of a list, and what it is about; null before it is first opened. `ask` stays the same function: a row
 * is drawn anew only when it changes.
 */
export function useIntentDialog<Intent>() {
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
