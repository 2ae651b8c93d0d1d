import type { Activity, WholeActivity } from '@minga/contract/activities';
import type { InfiniteData, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { oneActivityKey } from '../../../lib/activities-key.ts';
import { mergePages, nextOffset, type Page as PageOf } from '../../../lib/pages.ts';

/** Divisible by 1, 2 and 3 columns, so that every row of cards is full. */
export const PAGE_SIZE = 24;

export interface Page extends PageOf<Activity> {
  /** Rows of this page were removed from the cache since it was fetched. */
  readonly hasLostRows?: boolean;
}

/** Longer lists are not refetched automatically. */
const REFETCH_PAGES_MAX = 3;

/**
 * React Query refetches every page of an infinite query in sequence, up to a hundred requests for a list that was scrolled
 * far. Such a list is refetched only after an invalidation.
 */
function shouldRefetch({ state }: { state: { isInvalidated: boolean; data: unknown } }): boolean {
  // The library types `data` as one page here.
  const list = state.data as InfiniteData<Page> | undefined;
  return state.isInvalidated || list === undefined || list.pages.length <= REFETCH_PAGES_MAX;
}

/**
 * A query function that fetches one page at a time. When a long list is refetched after a removal, it requests only the
 * pages that lost rows and takes the others from the cache.
 */
export const pageFetcher =
  (fetchPage: (paging: { limit: number; offset: number }, signal: AbortSignal) => Promise<Page>) =>
  ({ client, queryKey, pageParam: offset, signal }: QueryFunctionContext<QueryKey, number>) => {
    const pages = client.getQueryData<InfiniteData<Page>>(queryKey)?.pages ?? [];
    const isOnlyShortened = pages.length > REFETCH_PAGES_MAX && pages.some(({ hasLostRows }) => hasLostRows);
    const cachedPage = isOnlyShortened ? pageAt(pages, offset) : undefined;
    if (cachedPage && !cachedPage.hasLostRows) return cachedPage;
    // Requests no more rows than the page had, because the next page's offset must not change.
    const limit = cachedPage && cachedPage !== pages.at(-1) ? cachedPage.rows.length : PAGE_SIZE;
    return fetchPage({ limit, offset }, signal);
  };

function pageAt(pages: readonly Page[], offset: number): Page | undefined {
  let start = 0;
  return pages.find(({ rows }) => {
    start += rows.length;
    return start - rows.length === offset;
  });
}

/** Query cache entries of the single activities, but for those of which the list lacks something. */
const activityEntries = (activities: readonly Activity[]) =>
  activities
    .filter(({ hasNeeds, hasQuestions }) => !hasNeeds && !hasQuestions)
    .map(activity => ({
      queryKey: oneActivityKey(activity._id),
      data: { ...activity, needs: [], questions: [] } satisfies WholeActivity,
    }));

/** The `meta` of lists that are readable offline; `parts` also persists each of their activities. */
export const offlineMeta = {
  isPersisted: true,
  parts: (data: unknown) => (data as InfiniteData<Page>).pages.flatMap(({ rows }) => activityEntries(rows)),
};

/** Options shared by all paged lists. */
export const pagedQuery = {
  initialPageParam: 0,
  getNextPageParam: nextOffset,
  select: mergePages<Activity>,
  refetchOnMount: shouldRefetch,
  refetchOnWindowFocus: shouldRefetch,
  refetchOnReconnect: shouldRefetch,
};
