import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../features/accounts/api/session.ts';
import { attendedActivities } from '../../features/activities/api/attended-activities.ts';
import { ownActivities } from '../../features/activities/api/own-activities.ts';
import { remember } from '../../features/attendance/remembered-attendances.ts';

const KEY = 'minga.fetched-ahead';

/**
 * What one organises and where one goes is to be read without a network, also by who has not looked at it lately: asked
 * once in each tab, as soon as somebody is known to be signed in, and kept by lib/offline. Fails where there is no storage.
 */
export async function fetchAhead(queryClient: QueryClient): Promise<void> {
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  if (!user || sessionStorage.getItem(KEY) === user._id) return;
  await queryClient.prefetchInfiniteQuery(ownActivities('proximas'));
  await queryClient.prefetchInfiniteQuery(ownActivities('pasadas'));
  await queryClient.prefetchQuery(attendedActivities);
  const attended = queryClient.getQueryData(attendedActivities.queryKey);
  // They may have signed out meanwhile.
  if (attended === undefined || queryClient.getQueryData(sessionQuery.queryKey)?._id !== user._id) return;
  // What a card's button asks the server, and what this browser then remembers.
  for (const { _id } of attended) remember(user.email, _id, true);
  sessionStorage.setItem(KEY, user._id);
}
