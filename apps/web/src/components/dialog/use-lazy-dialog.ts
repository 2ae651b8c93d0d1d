import { useCallback, useRef, useState } from 'react';
import { whenLoaded } from '../../lib/errors/load-code.ts';

/**
 * State of a dialog that is mounted when it first opens, so that a page of cards does not hold dozens of dialogs. Its code
 * may be lazy, too: it opens once `load` has loaded it. Restores the focus itself: Mantine does so only for a dialog that was mounted before it opened.
 */
export function useLazyDialog(load?: () => Promise<unknown>) {
  const [isMounted, setMounted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<Element | null>(null);

  function open() {
    opener.current = document.activeElement;
    if (load === undefined) show();
    else whenLoaded(load, show);
  }

  function show() {
    setMounted(true);
    setOpen(true);
  }

  function close() {
    setOpen(false);
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  }

  /** `isMounted`: whether to render the dialog at all. */
  return { isMounted, isOpen, open, close };
}

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
