import { getReportStats } from '@minga/contract/administration/reports';
import { USERS_PAGE_SIZE } from '@minga/contract/administration/users';
import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { Page } from '../../lib/pages.ts';

/** Prefix of every administration query: an action may change any of them. */
export const panelKey = ['administration-panel'] as const;

/** Prefix of the queries of figures and of the tabs' numbers, which no action waits for. */
export const figuresKey = ['administration-figures'] as const;

/** Called after an action: refetches the visible list and invalidates all other queries for their next use. Never rejects. */
export async function refreshPanel(queryClient: QueryClient): Promise<void> {
  // A first request of before the action would be awaited instead of a refetch.
  await queryClient.cancelQueries({ queryKey: panelKey });
  await queryClient.invalidateQueries({ refetchType: 'none' });
  void queryClient.refetchQueries({ queryKey: figuresKey, type: 'active' });
  await queryClient.refetchQueries({ queryKey: panelKey, type: 'active' });
}

interface Paging {
  readonly limit: number;
  readonly offset: number;
}

export const PAGE_SIZE = USERS_PAGE_SIZE;

/** One page of a list; the first is 1. The previous page stays visible while this one loads. */
export const panelPage = <Row>(
  key: QueryKey,
  page: number,
  fetchPage: (paging: Paging, signal: AbortSignal) => Promise<Page<Row>>,
): UseQueryOptions<Page<Row>> => ({
  queryKey: [...panelKey, ...key, page],
  queryFn: ({ signal }) => fetchPage({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }, signal),
  placeholderData: keepPreviousData,
});

/** How many cases wait for a decision. */
export const openCases = queryOptions({
  queryKey: [...figuresKey, 'reports'],
  queryFn: async ({ signal }) => (await call(getReportStats, { signal })).openCases,
});

/** Stores the number that another response has, so that two places on the screen do not differ. */
export const cacheOpenCases = (client: QueryClient, count: number) =>
  client.setQueryData(openCases.queryKey, count);
