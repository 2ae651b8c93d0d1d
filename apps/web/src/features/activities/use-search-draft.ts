import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '../../components/search-box.tsx';
import { filtersIn, type SearchFilters, sameFilters } from './search-filters.ts';

/** What the fields hold, as text; '' is no matter. */
type SearchDraft = Record<keyof SearchFilters, string>;

/** `typed` words come in pieces, a `chosen` option is a step of its own, `asked` means now. */
type How = 'typed' | 'chosen' | 'asked';

export interface SearchStep {
  /** It goes on with the search before it, which the browser's back button need not show again. */
  readonly replace: boolean;
  /** By the button or Enter: somebody wants to see results, not to go on with the fields. */
  readonly isAsked: boolean;
}

/**
 * What stands in the fields of a search, on its way to `filters`, which live outside (the address bar). Searches 500 ms
 * after the last change, or at once; follows when the filters change by something else, such as the back button.
 */
export function useSearchDraft(
  filters: SearchFilters,
  onSearch: (filters: SearchFilters, step: SearchStep) => void,
) {
  const [draft, setDraft] = useState(() => draftOf(filters));
  const asked = useRef(filters);
  // One run of typing, however many pauses it has, is one step back.
  const isTyping = useRef(false);
  const waiting = useRef<How>('typed');

  function search(next: SearchDraft, how: How) {
    const replace = how !== 'chosen' && isTyping.current;
    isTyping.current = how === 'typed';
    waiting.current = 'typed';
    asked.current = filtersIn(next);
    onSearch(asked.current, { replace, isAsked: how === 'asked' });
  }
  const searchSoon = useDebouncedCallback(
    (next: SearchDraft) => search(next, waiting.current),
    SEARCH_DEBOUNCE_MS,
  );

  useEffect(() => {
    if (sameFilters(filters, asked.current)) return;
    searchSoon.cancel();
    asked.current = filters;
    isTyping.current = false;
    waiting.current = 'typed';
    setDraft(draftOf(filters));
  }, [filters, searchSoon]);

  function change(changes: Partial<SearchDraft>, how: 'typed' | 'chosen') {
    const next = { ...draft, ...changes };
    setDraft(next);
    if (how === 'chosen') waiting.current = how;
    searchSoon(next);
  }

  function searchNow(next: SearchDraft = draft) {
    searchSoon.cancel();
    setDraft(next);
    search(next, 'asked');
  }

  return { draft, change, searchNow };
}

const draftOf = ({ q, place, date, estado }: SearchFilters): SearchDraft => ({
  q: q ?? '',
  place: place ?? '',
  date: date ?? '',
  estado: estado ?? '',
});
