import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Page } from '../../lib/pages.ts';
import { PAGE_SIZE } from './api/panel-page.ts';
import { useReportedError } from './dashboard-errors.tsx';
import type { TabProps } from './dashboard-search.ts';
import { pageIn } from './panel-search.ts';

interface Options<Row> {
  readonly pageOf: (page: number) => UseQueryOptions<Page<Row>>;
  readonly tab: TabProps;
  /** Shown in the banner if the query fails without a message from the server. */
  readonly fallback: string;
}

/**
 * A list fetched page by page. Prefetches the next page. A page beyond the end, after a deletion or from an old link, is replaced
 * by the last page.
 */
export function usePanelList<Row>({ pageOf, tab: { search, onSearch }, fallback }: Options<Row>) {
  const queryClient = useQueryClient();
  const page = pageIn(search);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(pageOf(page));
  const pageCount = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_SIZE));
  const isLoaded = data !== undefined && !isPlaceholderData;
  useReportedError(error, fallback);

  const prefetchNext = useEffectEvent(() => void queryClient.prefetchQuery(pageOf(page + 1)));
  const showLastPage = useEffectEvent(() =>
    onSearch({ ...search, pagina: String(pageCount) }, { replace: true }),
  );
  useEffect(() => {
    if (!isLoaded || data === undefined) return;
    if (page > pageCount) showLastPage();
    else if (page < pageCount) prefetchNext();
  }, [isLoaded, data, page, pageCount]);

  return {
    /** Undefined until the first page is loaded. */
    data,
    page,
    pageCount,
    onPage: (next: number) => onSearch({ ...search, pagina: String(next) }),
    /** The rows belong to the previous page or filters. */
    isOutdated: isPlaceholderData || (isLoaded && page > pageCount),
    isFetching,
    hasFailed: error !== null && !isLoaded,
    retry: () => void refetch(),
  };
}

export type PanelListState<Row> = ReturnType<typeof usePanelList<Row>>;
