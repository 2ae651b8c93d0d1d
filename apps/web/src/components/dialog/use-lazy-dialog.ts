import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { whenLoaded } from '../../lib/errors/load-code.ts';

/**
 * State of a dialog that is mounted when it first opens, so that a page of cards does not hold dozens of dialogs. Its code
 * may be lazy, too: it opens once `load` has loaded it. Restores the focus itself: Mantine does so only for a dialog that was mounted before it opened.
 * The dialog renders in a transition, after the frame that shows the pressed button: on a cheap phone it takes half a second, in which
 * keys and presses must not wait.
 */
export function useLazyDialog(load?: () => Promise<unknown>) {
  const [isMounted, setMounted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (isOpen) markOpening(opener.current, false);
  }, [isOpen]);

  function open() {
    const { activeElement } = document;
    // A menu closes with the press in it, and its button gets the focus back: an entry of a closed menu takes none.
    const menu = activeElement?.closest<HTMLElement>('[popover]');
    menu?.togglePopover?.(false);
    opener.current = (menu && document.querySelector(`[popovertarget="${menu.id}"]`)) ?? activeElement;
    markOpening(opener.current, true);
    if (load === undefined) show();
    else whenLoaded(load, show, () => markOpening(opener.current, false));
  }

  function show() {
    startTransition(() => {
      setMounted(true);
      setOpen(true);
    });
  }

  function close() {
    setOpen(false);
    markOpening(opener.current, false);
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  }

  /** `isMounted`: whether to render the dialog at all. */
  return { isMounted, isOpen, open, close };
}

/** Marks a button until its dialog is there (theme/mantine-gaps.css). On the element itself, because rendering the page would take longer. */
const markOpening = (opener: Element | null, isOpening: boolean): void =>
  void opener?.toggleAttribute('data-opening', isOpening && opener !== document.body);

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
      startTransition(() => setIntent(next));
      openNow();
    },
    [openNow],
  );
  return { intent: isMounted ? intent : null, isOpen, openWith, close };
}
