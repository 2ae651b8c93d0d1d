import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useFocusRecovery } from '../../../components/dialog/use-focus-recovery.ts';
import { equalFilters, type SearchFilters } from '../search.ts';

/**
 * Moves the focus to the results when the control that changed them, such as 'Quitar los filtros', leaves the screen with that. The page
 * does not scroll: the control may be above the first result.
 */
export function useResultsFocus<Results extends HTMLElement = HTMLElement>() {
  const results = useRef<Results>(null);
  const fallback = useRef({ focus: () => results.current?.focus({ preventScroll: true }) });
  return { results, screen: useFocusRecovery(fallback) };
}

interface ScrollRequest {
  readonly filters: SearchFilters;
  readonly block: 'start' | 'nearest';
}

/**
 * Scrolls the results of a search into view once they are loaded, without moving the focus. `start` aligns them to the
 * top, after a submission; `nearest` scrolls as little as possible, while the user is still typing.
 */
export function useScrollToResults(isSearching: boolean, filters: SearchFilters) {
  const ref = useRef<HTMLElement>(null);
  const pending = useRef<ScrollRequest | null>(null);
  const prefersReducedMotion = useReducedMotion();

  useEffect(() => {
    if (isSearching || pending.current === null || !equalFilters(pending.current.filters, filters)) return;
    const { block } = pending.current;
    const results = ref.current;
    // 'nearest' targets the status line, because a list longer than the screen would be aligned to its end.
    const line = results?.querySelector('[role="status"] h2') ?? results?.firstElementChild;
    const target = block === 'start' ? results : line;
    target?.scrollIntoView({ block, behavior: prefersReducedMotion ? 'auto' : 'smooth' });
    pending.current = null;
  }, [isSearching, filters, prefersReducedMotion]);

  return {
    /** The results element, whose first child is the status line. */
    ref,
    scrollWhenLoaded: (filters: SearchFilters, block: ScrollRequest['block']) => {
      pending.current = { filters, block };
    },
  };
}
