import { useWindowEvent } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

interface Parts {
  panel: RefObject<HTMLElement | null>;
  opener: RefObject<HTMLElement | null>;
}

/**
 * Closes a native popover of the top bar on navigation and when the focus leaves it. The browser itself provides light
 * dismissal, Escape, the button's expanded state and the return of the focus. (Browsers before 2024 have no popovers, and
 * no panel.)
 */
export function usePopover({ panel, opener }: Parts): void {
  const router = useRouter();

  useEffect(() => router.subscribe('onBeforeNavigate', () => close(panel)), [router, panel]);

  // A press outside closes the popover natively; a focus that moves outside does not.
  useWindowEvent('focusin', ({ target }) => {
    const isInside = target === opener.current || panel.current?.contains(target as Node);
    if (!isInside) close(panel);
  });
}

const close = ({ current }: Parts['panel']) => void current?.togglePopover?.(false);
