import type { Activity } from '@minga/contract/activities';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import type { Page } from './paged-query.ts';

type List = InfiniteData<Page>;

/** Removes an activity from every cached list and its total. */
export const removeFromLists = (queryClient: QueryClient, id: string): void =>
  changeLists(queryClient, rows => rows.filter(activity => activity._id !== id));

/** Changes the rows of every cached list and marks the pages that lost rows. */
export function changeLists(queryClient: QueryClient, change: (rows: Activity[]) => Activity[]): void {
  queryClient.setQueriesData<unknown>({ queryKey: activitiesKey }, (data: unknown) => {
    if (!isPagedList(data)) return data;
    const changed = data.pages.map(page => changePage(page, change));
    const removedCount = countRows(data.pages) - countRows(changed);
    // An empty page would have the same offset as the next one.
    const nonEmpty = changed.filter(({ rows }) => rows.length > 0);
    const pages = nonEmpty.length > 0 ? nonEmpty : changed.slice(0, 1);
    return {
      pages: pages.map(page => ({ ...page, total: page.total - removedCount })),
      pageParams: data.pageParams.slice(0, pages.length),
    };
  });
}

function changePage(page: Page, change: (rows: Activity[]) => Activity[]): Page {
  const rows = change(page.rows);
  return rows.length < page.rows.length ? { ...page, rows, hasLostRows: true } : { ...page, rows };
}

const countRows = (pages: readonly Page[]) => pages.reduce((sum, page) => sum + page.rows.length, 0);

/** The activities' key is the prefix of paged lists and of single activities. */
export const isPagedList = (data: unknown): data is List =>
  typeof data === 'object' && data !== null && 'pages' in data;
