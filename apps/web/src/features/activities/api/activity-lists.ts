import type { Activity } from '@minga/contract/activities';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { activitiesKey } from './activities-key.ts';
import type { Page } from './paged.ts';

type List = InfiniteData<Page>;

/** Takes an activity out of every list, and out of their counts. */
export const dropFromLists = (queryClient: QueryClient, id: string): void =>
  changeLists(queryClient, rows => rows.filter(activity => activity._id !== id));

/** Changes the rows of every list that is known; pages that lose some know it. */
export function changeLists(queryClient: QueryClient, change: (rows: Activity[]) => Activity[]): void {
  queryClient.setQueriesData<unknown>({ queryKey: activitiesKey }, (data: unknown) => {
    if (!isList(data)) return data;
    const changed = data.pages.map(page => changePage(page, change));
    const gone = countRows(data.pages) - countRows(changed);
    // A page without rows would begin where the next one does.
    const filled = changed.filter(({ rows }) => rows.length > 0);
    const pages = filled.length > 0 ? filled : changed.slice(0, 1);
    return {
      pages: pages.map(page => ({ ...page, total: page.total - gone })),
      pageParams: data.pageParams.slice(0, pages.length),
    };
  });
}

function changePage(page: Page, change: (rows: Activity[]) => Activity[]): Page {
  const rows = change(page.rows);
  return rows.length < page.rows.length ? { ...page, rows, isShort: true } : { ...page, rows };
}

const countRows = (pages: readonly Page[]) => pages.reduce((sum, page) => sum + page.rows.length, 0);

/** Below the activities' key there are lists that come page by page, and single activities. */
export const isList = (data: unknown): data is List =>
  typeof data === 'object' && data !== null && 'pages' in data;
