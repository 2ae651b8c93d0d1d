import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { type SearchFilters, sameFilters } from './search-filters.ts';

interface Wanted {
  readonly filters: SearchFilters;
  readonly block: 'start' | 'nearest';
}

/**
 * Brings the results of a search into view once they are there; the focus stays where it is. `start` puts them at the
 * top, for who asked for them; `nearest` moves only what must be moved, for who is still at the fields.
 */
export function useScrollToResults(isSearching: boolean, filters: SearchFilters) {
  const ref = useRef<HTMLElement>(null);
  const wanted = useRef<Wanted | null>(null);
  const isStill = useReducedMotion();

  useEffect(() => {
    if (isSearching || wanted.current === null || !sameFilters(wanted.current.filters, filters)) return;
    const { block } = wanted.current;
    const results = ref.current;
    // For 'nearest' one line says it all, the count or that there is nothing: the whole list would be moved to its end.
    const line = results?.querySelector('[role="status"] h2') ?? results?.firstElementChild;
    const target = block === 'start' ? results : line;
    target?.scrollIntoView({ block, behavior: isStill ? 'auto' : 'smooth' });
    wanted.current = null;
  }, [isSearching, filters, isStill]);

  return {
    /** Of the results, whose first child is the line that counts them. */
    ref,
    scrollSoon: (filters: SearchFilters, block: Wanted['block']) => {
      wanted.current = { filters, block };
    },
  };
}
