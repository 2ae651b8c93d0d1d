import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the dialog above the page is about. */
    dialog?: string;
  }
}

/**
 * A dialog with a step of its own in the browser's history: the back button closes it instead of leaving the page, and
 * what it holds unsaved is asked about like that of a page.
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
    /** Render the dialog at all? */
    isMounted,
    isOpen,
    open: () => {
      isClosing.current = false;
      opener.current = document.activeElement;
      void navigate({ to: '.', search: true, state: { dialog: name }, resetScroll: false });
    },
    close: () => {
      // A second step back, before the first is done, would leave the page.
      if (isClosing.current || history.location.state.dialog !== name) return;
      isClosing.current = true;
      // Done, or held back by something unsaved.
      addEventListener('popstate', () => (isClosing.current = false), { once: true });
      history.back();
    },
  };
}
