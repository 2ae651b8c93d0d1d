import { USERS_PAGE_SIZE } from '@minga/contract/administration/users';
import { keepPreviousData, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { Page } from '../../../lib/pages.ts';
import { panelKey } from './panel-key.ts';

export interface Paging {
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
