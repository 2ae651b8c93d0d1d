import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../features/accounts/session.ts';
import { ownActivities } from '../../features/activities/lists-api.ts';
import { remember } from '../../features/attendance/remembered-attendances.ts';
import { ownAttendances } from '../../lib/own-attendances.ts';
import { safeSessionStorage } from '../../lib/safe-storage.ts';

const KEY = 'minga.fetched-ahead';

/**
 * Fetches the activities that the signed-in user organises and attends, once in each tab, so that lib/offline persists
 * them although the user has not opened their screens. Does nothing where storage is switched off: it would repeat.
 */
export async function fetchAhead(queryClient: QueryClient): Promise<void> {
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  const fetchedFor = safeSessionStorage.get(KEY);
  if (!user || fetchedFor === undefined || fetchedFor === user._id) return;
  await queryClient.prefetchInfiniteQuery(ownActivities('proximas'));
  await queryClient.prefetchInfiniteQuery(ownActivities('pasadas'));
  await queryClient.prefetchQuery(ownAttendances);
  const attended = queryClient.getQueryData(ownAttendances.queryKey);
  // The user may have signed out since.
  if (attended === undefined || queryClient.getQueryData(sessionQuery.queryKey)?._id !== user._id) return;
  // The attendance button of a card fetches the same and remembers it.
  for (const { taskId, status } of attended) remember(user.email, taskId, status === 'confirmed');
  safeSessionStorage.set(KEY, user._id);
}
