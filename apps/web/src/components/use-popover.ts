import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

interface Parts {
  panel: RefObject<HTMLElement | null>;
  opener: RefObject<HTMLElement | null>;
}

/**
 * Closes a native popover that hangs from the bar when it has done its work. The popover itself brings light dismissal,
 * Escape, the button's expanded state and the return of the focus. (Browsers before 2024 have none: there it is simply
 * not there.)
 */
export function usePopover({ panel, opener }: Parts): void {
  const router = useRouter();

  useEffect(
    () => router.subscribe('onBeforeNavigate', () => void panel.current?.togglePopover?.(false)),
    [router, panel],
  );

  // A press beside it closes the popover by itself; of the focus that moves on it takes no notice.
  useEffect(() => {
    const closeWhenLeft = ({ target }: FocusEvent) => {
      const isInside = target === opener.current || panel.current?.contains(target as Node);
      if (!isInside) panel.current?.togglePopover?.(false);
    };
    document.addEventListener('focusin', closeWhenLeft);
    return () => document.removeEventListener('focusin', closeWhenLeft);
  }, [panel, opener]);
}
