import { getReportStats } from '@minga/contract/administration/reports';
import { USERS_PAGE_SIZE } from '@minga/contract/administration/users';
import { keepPreviousData, type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Arguments, type CallInput, call } from '../../lib/server/api.ts';
import { keyOf, type ListEndpoint, listQuery } from '../../lib/server/queries.ts';

/** Marks the queries whose data the tabs show: an action may change any of them, and waits until it is fetched again. */
export const content = { meta: { panel: 'content' } } as const;

/** Marks the queries of figures and of the tabs' numbers, which no action waits for. */
export const figures = { meta: { panel: 'figures' } } as const;

const has =
  ({ meta: { panel } }: typeof content | typeof figures) =>
  ({ meta }: Query<unknown, Error>) =>
    meta?.panel === panel;

/** Called after an action: refetches the visible list and invalidates all other queries for their next use. Never rejects. */
export async function refreshPanel(queryClient: QueryClient): Promise<void> {
  // A first request of before the action would be awaited instead of a refetch.
  await queryClient.cancelQueries({ predicate: has(content) });
  await queryClient.invalidateQueries({ refetchType: 'none' });
  void queryClient.refetchQueries({ predicate: has(figures), type: 'active' });
  await queryClient.refetchQueries({ predicate: has(content), type: 'active' });
}

export const PAGE_SIZE = USERS_PAGE_SIZE;

/** The parameters by which a list is filtered. */
export type FiltersOf<E extends ListEndpoint> = Omit<NonNullable<CallInput<E>['query']>, 'limit' | 'offset'>;

/** One page of a list; the first is 1. The previous page stays visible while this one loads. */
export function panelPage<E extends ListEndpoint>(endpoint: E, filters: FiltersOf<E>, page: number) {
  const paging = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const input = [{ query: { ...filters, ...paging } }] as unknown as Arguments<E>;
  return { ...listQuery(endpoint, ...input), ...content, placeholderData: keepPreviousData };
}

/** How many cases wait for a decision. */
export const openCases = queryOptions({
  queryKey: [...keyOf(getReportStats), 'open'],
  queryFn: async ({ signal }) => (await call(getReportStats, { signal })).openCases,
  ...figures,
});

/** Stores the number that another response has, so that two places on the screen do not differ. */
export const cacheOpenCases = (client: QueryClient, count: number) =>
  client.setQueryData(openCases.queryKey, count);
