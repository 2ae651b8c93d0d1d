import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { equalFilters, type SearchFilters } from './search-filters.ts';

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
