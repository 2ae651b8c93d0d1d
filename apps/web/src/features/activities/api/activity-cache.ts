import type { Activity } from '@minga/contract/activities';
import type { QueryClient } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { changeLists, isPagedList, removeFromLists } from './activity-lists.ts';
import { oneActivity } from './one-activity.ts';

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
