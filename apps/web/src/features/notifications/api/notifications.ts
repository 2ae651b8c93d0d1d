import {
  countUnreadNotifications,
  listNotifications,
  NOTIFICATIONS_MAX,
} from '@minga/contract/notifications';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callList } from '../../../lib/api.ts';
import { now } from '../../../lib/now.ts';
import { mergeBell, unreadIn } from '../bell-list.ts';
import type { Bell } from '../entry.ts';
import { withPendingChanges } from '../pending-changes.ts';
import { restoredBell, shortenedBell } from '../stored-bell.ts';

const KEY = 'notifications';
/** Of all mutations of the bell: a response that arrives during one may not include it. */
export const changeKey = [KEY, 'change'];

/** A user's bell. While the server is unreachable, the copy in this browser's store. */
export const notificationsQuery = (userId: string) =>
  queryOptions({
    queryKey: [KEY, userId],
    queryFn: async ({ client, queryKey, signal }): Promise<Bell> => {
      const entries = () => client.getQueryData<Bell>(queryKey)?.entries ?? [];
      const atRequest = entries();
      const { rows } = await callList(listNotifications, { query: { limit: NOTIFICATIONS_MAX }, signal });
      // A full list may not be complete.
      const isFull = rows.length === NOTIFICATIONS_MAX;
      const unread = isFull
        ? (await call(countUnreadNotifications, { signal })).count
        : unreadIn(rows).length;
      return withPendingChanges(userId, mergeBell(rows, unread, { known: entries(), atRequest, now: now() }));
    },
    meta: {
      isPersisted: true,
      isSynchronized: true,
      isAgeHidden: true,
      restored: bell => withPendingChanges(userId, restoredBell(bell as Bell, now())),
      shortened: bell => shortenedBell(bell as Bell, now()),
    },
  });

/** Refetches the bell, unless a mutation in progress will do so when it settles. */
export function refreshNotifications(queryClient: QueryClient, userId: string): void {
  if (queryClient.isMutating({ mutationKey: changeKey }) > 0) return;
  void queryClient.invalidateQueries({ queryKey: notificationsQuery(userId).queryKey });
}
