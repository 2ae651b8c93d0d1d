import { useWindowEvent } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/**
 * Closes a native popover of the bars on navigation and when the focus leaves it and its buttons. The browser itself provides light
 * dismissal, Escape, the button's expanded state and the return of the focus. (Browsers before 2024 have no popovers, and
 * no panel.)
 */
export function usePopover(panel: RefObject<HTMLElement | null>): void {
  const router = useRouter();

  useEffect(() => router.subscribe('onBeforeNavigate', () => close(panel)), [router, panel]);

  // A press outside closes the popover natively; a focus that moves outside does not.
  useWindowEvent('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    const isOpener = target.getAttribute('popovertarget') === panel.current?.id;
    if (!isOpener && !panel.current?.contains(target)) close(panel);
  });
}

const close = ({ current }: RefObject<HTMLElement | null>) => void current?.togglePopover?.(false);
