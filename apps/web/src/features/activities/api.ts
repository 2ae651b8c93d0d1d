import { type Activity, getActivity } from '@minga/contract/activities';
import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { isUnknown, retryOnMount } from '../../lib/errors/unknown-row.ts';
import { activitiesKey, oneActivityKey } from '../../lib/server/activities-key.ts';
import { ApiError, call } from '../../lib/server/api.ts';
import type { Page } from './lists-api.ts';

type List = InfiniteData<Page>;

/** Removes an activity from every cached list and its total. */
const removeFromLists = (queryClient: QueryClient, id: string): void =>
  changeLists(queryClient, rows => rows.filter(activity => activity._id !== id));

/** Changes the rows of every cached list and marks the pages that lost rows. */
function changeLists(queryClient: QueryClient, change: (rows: Activity[]) => Activity[]): void {
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
const isPagedList = (data: unknown): data is List =>
  typeof data === 'object' && data !== null && 'pages' in data;

/** One activity. Rejects with an ApiError: 400 for a malformed id, 404 for an unknown or hidden activity. */
export const oneActivity = (id: string) =>
  queryOptions({
    queryKey: oneActivityKey(id),
    queryFn: async ({ client, signal }) => {
      try {
        return await call(getActivity, { params: { id }, signal });
      } catch (error) {
        // Cached lists must not show an activity that no longer exists.
        if (isUnknown(error)) removeFromLists(client, id);
        throw error;
      }
    },
    meta: { isPersisted: true },
    retryOnMount,
  });

/** The organiser deleted the activity; unlike other missing activities, the server discloses this. */
export const isDeletedActivity = (error: Error): boolean =>
  error instanceof ApiError && error.code === 'DELETED';

const inAll = { queryKey: activitiesKey };

/** Applies a change to an activity in every cached list and query, without a request. */
export function changeActivity(
  queryClient: QueryClient,
  id: string,
  change: (activity: Activity) => Activity,
): void {
  changeLists(queryClient, rows => rows.map(activity => (activity._id === id ? change(activity) : activity)));
  queryClient.setQueryData(
    oneActivity(id).queryKey,
    activity => activity && { ...activity, ...change(activity) },
  );
}

/** Removes an activity from every cached list, their totals, and its own query. */
export function removeActivity(queryClient: QueryClient, id: string): void {
  removeFromLists(queryClient, id);
  queryClient.removeQueries({ queryKey: oneActivity(id).queryKey });
}

/**
 * Invalidates all activity queries: visible lists are refetched at once, the others on their next visit. Inactive lists
 * are cut to their first page, because React Query refetches every loaded page in sequence.
 */
export async function invalidateLists(queryClient: QueryClient): Promise<void> {
  // What is being fetched ahead may have been read before the change, and would count as fresh.
  await queryClient.cancelQueries({ ...inAll, type: 'inactive' });
  queryClient.setQueriesData<unknown>({ ...inAll, type: 'inactive' }, (data: unknown) =>
    isPagedList(data) ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
  );
  await queryClient.invalidateQueries(inAll);
}
