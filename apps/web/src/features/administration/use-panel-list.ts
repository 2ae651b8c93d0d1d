import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Page } from '../../lib/pages.ts';
import { PAGE_SIZE } from './api/panel-page.ts';
import { useReportedFault } from './dashboard-errors.tsx';
import type { TabProps } from './dashboard-search.ts';
import { pageIn } from './panel-search.ts';

interface Options<Row> {
  readonly pageOf: (page: number) => UseQueryOptions<Page<Row>>;
  readonly tab: TabProps;
  /** What the banner says when it does not come and the server does not say why. */
  readonly fallback: string;
}

/**
 * A list that is fetched page by page, and the next page before it is asked for. Who stands beyond the end, where the
 * last row was deleted or by an old link, is led to the last page.
 */
export function usePanelList<Row>({ pageOf, tab: { search, onSearch }, fallback }: Options<Row>) {
  const queryClient = useQueryClient();
  const page = pageIn(search);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(pageOf(page));
  const pageCount = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_SIZE));
  const isThere = data !== undefined && !isPlaceholderData;
  useReportedFault(error, fallback);

  const prepareNext = useEffectEvent(() => void queryClient.prefetchQuery(pageOf(page + 1)));
  const goBack = useEffectEvent(() => onSearch({ ...search, pagina: String(pageCount) }, { replace: true }));
  useEffect(() => {
    if (!isThere || data === undefined) return;
    if (page > pageCount) goBack();
    else if (page < pageCount) prepareNext();
  }, [isThere, data, page, pageCount]);

  return {
    /** Undefined as long as there is nothing to show. */
    data,
    page,
    pageCount,
    onPage: (next: number) => onSearch({ ...search, pagina: String(next) }),
    /** What is shown is the page, or the choice, before this one. */
    isOutdated: isPlaceholderData || (isThere && page > pageCount),
    isFetching,
    hasFailed: error !== null && !isThere,
    retry: () => void refetch(),
  };
}

export type PanelListState<Row> = ReturnType<typeof usePanelList<Row>>;
