import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The name of the dialog that is open above the page. */
    dialog?: string;
  }
}

/**
 * A dialog with its own history entry: the back button closes it instead of leaving the page, and navigation blockers
 * protect its unsaved changes.
 */
export function useHistoryDialog(name: string) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const isOpen = useRouterState({ select: ({ location }) => location.state.dialog === name });
  const [isMounted, setMounted] = useState(false);
  const opener = useRef<Element | null>(null);
  const isClosing = useRef(false);

  useEffect(() => {
    if (isOpen) setMounted(true);
    else if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    if (!isOpen) opener.current = null;
  }, [isOpen]);

  return {
    /** Whether the dialog was ever opened; it stays mounted for its closing transition. */
    isMounted,
    isOpen,
    open: () => {
      isClosing.current = false;
      opener.current = document.activeElement;
      void navigate({ to: '.', search: true, state: { dialog: name }, resetScroll: false });
    },
    close: () => {
      // history.back() is asynchronous: a second call before popstate would leave the page.
      if (isClosing.current || history.location.state.dialog !== name) return;
      isClosing.current = true;
      // popstate fires when the navigation is done, and also when a blocker reverts it.
      addEventListener('popstate', () => (isClosing.current = false), { once: true });
      history.back();
    },
  };
}
