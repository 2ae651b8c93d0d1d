import type { Activity } from '@minga/contract/activities';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { activitiesKey } from './activities-key.ts';
import { oneActivity } from './one-activity.ts';
import type { Page } from './paged.ts';

type List = InfiniteData<Page>;

const inAll = { queryKey: activitiesKey };

/** Shows this change of an activity wherever it is listed or open, without asking the server. */
export function changeActivity(
  queryClient: QueryClient,
  id: string,
  change: (activity: Activity) => Activity,
): void {
  changeLists(queryClient, rows => rows.map(activity => (activity._id === id ? change(activity) : activity)));
  queryClient.setQueryData(oneActivity(id).queryKey, activity => activity && change(activity));
}

/** Takes an activity out of every list, and out of their counts. */
export function dropActivity(queryClient: QueryClient, id: string): void {
  changeLists(queryClient, rows => rows.filter(activity => activity._id !== id));
  queryClient.removeQueries({ queryKey: oneActivity(id).queryKey });
}

/**
 * Asks for the lists anew: at once where one is on the screen, at its next visit otherwise, and then its first page
 * alone. Else a long list that was once scrolled through would be fetched whole, page after page.
 */
export function refreshLists(queryClient: QueryClient): Promise<void> {
  queryClient.setQueriesData<unknown>({ ...inAll, type: 'inactive' }, (data: unknown) =>
    isList(data) ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
  );
  return queryClient.invalidateQueries(inAll);
}

function changeLists(queryClient: QueryClient, change: (rows: Activity[]) => Activity[]): void {
  queryClient.setQueriesData<unknown>(inAll, (data: unknown) => {
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
const isList = (data: unknown): data is List => typeof data === 'object' && data !== null && 'pages' in data;
