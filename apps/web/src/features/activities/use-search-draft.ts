import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '../../components/search-box.tsx';
import { equalFilters, parseFilters, type SearchFilters } from './search-filters.ts';

const fields = ['q', 'place', 'date', 'estado', 'categoria', 'desde', 'hasta', 'cupos'] as const;

/** The values of the fields; '' means no filter. */
type SearchDraft = Record<(typeof fields)[number], string>;

/** `typed`: a text changed; `chosen`: an option was selected; `submitted`: the button or Enter was pressed. */
type Trigger = 'typed' | 'chosen' | 'submitted';

export interface SearchStep {
  /** Replaces the history entry of the previous search instead of adding one. */
  readonly replace: boolean;
  /** Submitted with the button or Enter, so the results should be scrolled into view. */
  readonly isExplicit: boolean;
}

/**
 * The draft values of the search fields. `filters` is the state of the URL. Searches 500 ms after the last change or when
 * submitted, and resets the draft when the filters change otherwise, for example with the back button.
 */
export function useSearchDraft(
  filters: SearchFilters,
  onSearch: (filters: SearchFilters, step: SearchStep) => void,
) {
  const [draft, setDraft] = useState(() => draftOf(filters));
  const requested = useRef(filters);
  // Consecutive typed searches share one history entry.
  const isTyping = useRef(false);
  const pendingTrigger = useRef<Trigger>('typed');

  function search(next: SearchDraft, trigger: Trigger) {
    const replace = trigger !== 'chosen' && isTyping.current;
    isTyping.current = trigger === 'typed';
    pendingTrigger.current = 'typed';
    requested.current = parseFilters(next);
    onSearch(requested.current, { replace, isExplicit: trigger === 'submitted' });
  }
  const searchSoon = useDebouncedCallback(
    (next: SearchDraft) => search(next, pendingTrigger.current),
    SEARCH_DEBOUNCE_MS,
  );

  useEffect(() => {
    if (equalFilters(filters, requested.current)) return;
    searchSoon.cancel();
    requested.current = filters;
    isTyping.current = false;
    pendingTrigger.current = 'typed';
    setDraft(draftOf(filters));
  }, [filters, searchSoon]);

  function change(changes: Partial<SearchDraft>, trigger: Exclude<Trigger, 'submitted'>) {
    const next = { ...draft, ...changes };
    setDraft(next);
    if (trigger === 'chosen') pendingTrigger.current = trigger;
    searchSoon(next);
  }

  function searchNow(next: SearchDraft = draft) {
    searchSoon.cancel();
    setDraft(next);
    search(next, 'submitted');
  }

  return { draft, change, searchNow };
}

const draftOf = (filters: SearchFilters): SearchDraft =>
  Object.fromEntries(fields.map(field => [field, filters[field] ?? ''])) as SearchDraft;
