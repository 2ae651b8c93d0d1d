import { useDebouncedValue } from '@mantine/hooks';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { SEARCH_DEBOUNCE_MS } from '../../components/search-box.tsx';
import type { Page } from '../../lib/pages.ts';

/** What the server finds by these words, as soon as one pauses; asked for only while `isWanted`. */
export function useFound<Row>(
  search: (words: string) => UseQueryOptions<Page<Row>>,
  words: string,
  isWanted: boolean,
) {
  const [settled] = useDebouncedValue(words.trim(), SEARCH_DEBOUNCE_MS);
  const { data, isFetching, isPlaceholderData, error } = useQuery({ ...search(settled), enabled: isWanted });
  return {
    rows: data?.rows ?? [],
    /** What is there is not what these words find. */
    isSearching: isWanted && error === null && (settled !== words.trim() || isPlaceholderData || isFetching),
    error: isWanted ? error : null,
  };
}
