import type { Activity } from '@minga/contract/activities';
import type { QueryClient } from '@tanstack/react-query';
import { activitiesKey } from './activities-key.ts';
import { changeLists, dropFromLists, isList } from './activity-lists.ts';
import { oneActivity } from './one-activity.ts';

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
  dropFromLists(queryClient, id);
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
