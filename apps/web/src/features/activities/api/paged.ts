import type { Activity } from '@minga/contract/activities';
import type { InfiniteData } from '@tanstack/react-query';

/** Divisible by one, two and three columns: no row of cards ends early. */
export const PAGE_SIZE = 24;

/** One page of a list, as it is fetched; `total` is the whole count. */
export interface Page {
  readonly rows: Activity[];
  readonly total: number;
}

/** The offset after these pages, or undefined when all is there. */
function nextOffset(last: Page, pages: readonly Page[]): number | undefined {
  const fetched = pages.reduce((sum, page) => sum + page.rows.length, 0);
  return last.rows.length > 0 && fetched < last.total ? fetched : undefined;
}

/** The pages as one list. An activity published meanwhile moves the others on, and one may come twice: it is kept once. */
function joined({ pages }: InfiniteData<Page>): Page {
  const byId = new Map(pages.flatMap(page => page.rows).map(activity => [activity._id, activity]));
  return { rows: [...byId.values()], total: pages.at(-1)?.total ?? 0 };
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

/** What all lists that come page by page have in common. */
export const paged = {
  initialPageParam: 0,
  getNextPageParam: nextOffset,
  select: joined,
  refetchOnMount: isWorthAsking,
  refetchOnWindowFocus: isWorthAsking,
  refetchOnReconnect: isWorthAsking,
};
