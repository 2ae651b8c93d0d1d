import { useCallback, useState } from 'react';
import { useLazyDialog } from './use-lazy-dialog.ts';

/**
 * One dialog shared by a list's rows, and the intent it was opened with; null before it first opens. `openWith` is a stable
 * function, so that memoised rows do not render again.
 */
export function useIntentDialog<Intent>() {
  const { isMounted, isOpen, open, close } = useLazyDialog();
  const [intent, setIntent] = useState<Intent | null>(null);
  // It only sets state, so the first instance stays valid.
  const [openNow] = useState(() => open);
  const openWith = useCallback(
    (next: Intent) => {
      setIntent(next);
      openNow();
    },
    [openNow],
  );
  return { intent: isMounted ? intent : null, isOpen, openWith, close };
}
