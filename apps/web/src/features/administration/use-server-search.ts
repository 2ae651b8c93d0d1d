import { useDebouncedValue } from '@mantine/hooks';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { SEARCH_DEBOUNCE_MS } from '../../components/search-box.tsx';
import type { Page } from '../../lib/pages.ts';

/** The server's search results, debounced; disabled unless `isEnabled`. */
export function useServerSearch<Row>(
  search: (words: string) => UseQueryOptions<Page<Row>>,
  words: string,
  isEnabled: boolean,
) {
  const [debounced] = useDebouncedValue(words.trim(), SEARCH_DEBOUNCE_MS);
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    ...search(debounced),
    enabled: isEnabled,
  });
  return {
    rows: data?.rows ?? [],
    /** The rows are not the results for these words yet. */
    isSearching:
      isEnabled && error === null && (debounced !== words.trim() || isPlaceholderData || isFetching),
    error: isEnabled ? error : null,
  };
}
