import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Gives an open dialog its own history entry, so that the back button closes it, by `onBack`, instead of leaving the page. The
 * entry goes when the dialog is closed in another way. Unlike `useHistoryDialog` it runs in the code of a lazy dialog.
 */
export function useBackToClose(name: string, isOpen: boolean, onBack: () => void): void {
  const navigate = useNavigate();
  const { history } = useRouter();
  const isEntered = useRouterState({ select: ({ location }) => location.state.dialog === name });
  const wasEntered = useRef(false);
  const wasOpen = useRef(false);

  useEffect(() => {
    // After a reload or a step forward the entry is there before the dialog.
    const hasEntry = history.location.state.dialog === name;
    if (isOpen && !hasEntry)
      void navigate({ to: '.', search: true, hash: true, state: { dialog: name }, resetScroll: false });
    if (!isOpen && wasOpen.current && hasEntry) history.back();
    wasOpen.current = isOpen;
  }, [isOpen, name, history, navigate]);

  useEffect(() => {
    if (wasEntered.current && !isEntered && isOpen) onBack();
    wasEntered.current = isEntered;
  }, [isEntered, isOpen, onBack]);
}
