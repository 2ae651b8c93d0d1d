import type { Activity } from '@minga/contract/activities';
import type { InfiniteData, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { joined, nextOffset, type Page as PageOf } from '../../../lib/pages.ts';
import { oneActivityKey } from './activities-key.ts';

/** Divisible by one, two and three columns: no row of cards ends early. */
export const PAGE_SIZE = 24;

/** A page of activities. */
export interface Page extends PageOf<Activity> {
  /** It has lost a row since it was fetched. */
  readonly isShort?: boolean;
}

/** Pages that are asked for anew when somebody looks at their list again. */
const FRESH_PAGES_MAX = 3;

/**
 * Nobody waits for a hundred calls, one after the other, for having looked away: a list that was scrolled far stays as
 * it was, unless something in it is known to have changed.
 */
function isWorthAsking({ state }: { state: { isInvalidated: boolean; data: unknown } }): boolean {
  // The library's own type speaks of one page here.
  const list = state.data as InfiniteData<Page> | undefined;
  return state.isInvalidated || list === undefined || list.pages.length <= FRESH_PAGES_MAX;
}

/**
 * Asks for one page after the other. A long list that is asked anew after a removal asks for the pages that have lost a
 * row, and takes the others as it knows them.
 */
export const pagedBy =
  (ask: (paging: { limit: number; offset: number }, signal: AbortSignal) => Promise<Page>) =>
  ({ client, queryKey, pageParam: offset, signal }: QueryFunctionContext<QueryKey, number>) => {
    const pages = client.getQueryData<InfiniteData<Page>>(queryKey)?.pages ?? [];
    const isOnlyShortened = pages.length > FRESH_PAGES_MAX && pages.some(({ isShort }) => isShort);
    const known = isOnlyShortened ? pageAt(pages, offset) : undefined;
    if (known && !known.isShort) return known;
    // No more than it had: the next page must still begin where it does.
    const limit = known && known !== pages.at(-1) ? known.rows.length : PAGE_SIZE;
    return ask({ limit, offset }, signal);
  };

function pageAt(pages: readonly Page[], offset: number): Page | undefined {
  let start = 0;
  return pages.find(({ rows }) => {
    start += rows.length;
    return start - rows.length === offset;
  });
}

/** What the server would answer about each of them alone. */
export const asAnswers = (activities: readonly Activity[]) =>
  activities.map(activity => ({ queryKey: oneActivityKey(activity._id), data: activity }));

/** For the `meta` of lists that are to be read without a network, each of their activities included. */
export const kept = {
  isKept: true,
  parts: (data: unknown) => (data as InfiniteData<Page>).pages.flatMap(({ rows }) => asAnswers(rows)),
};

/** What all lists that come page by page have in common. */
export const paged = {
  initialPageParam: 0,
  getNextPageParam: nextOffset,
  select: joined<Activity>,
  refetchOnMount: isWorthAsking,
  refetchOnWindowFocus: isWorthAsking,
  refetchOnReconnect: isWorthAsking,
};
