import {
  countUnreadNotifications,
  listNotifications,
  NOTIFICATIONS_MAX,
} from '@minga/contract/notifications';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callList } from '../../../lib/api.ts';
import { now } from '../../../lib/now.ts';
import { withChange } from '../bell-change.ts';
import { merged, unreadIn } from '../bell-list.ts';
import type { Bell } from '../entry.ts';
import { pendingChanges } from '../pending-changes.ts';
import { readCopy } from '../stored-copy.ts';

const KEY = 'notifications';
/** Of everything that changes the bell: while such a change is on its way, an answer may not know of it yet. */
export const changeKey = [KEY, 'change'];

/** Somebody's bell: what this browser kept of it until the server has answered. */
export const notificationsQuery = (userId: string) =>
  queryOptions({
    queryKey: [KEY, userId],
    queryFn: async ({ client, queryKey, signal }): Promise<Bell> => {
      const entries = () => client.getQueryData<Bell>(queryKey)?.entries ?? [];
      const asked = entries();
      const { rows } = await callList(listNotifications, { query: { limit: NOTIFICATIONS_MAX }, signal });
      // Where the list is full there may be more.
      const isFull = rows.length === NOTIFICATIONS_MAX;
      const unread = isFull
        ? (await call(countUnreadNotifications, { signal })).count
        : unreadIn(rows).length;
      // What the server has not been told yet it cannot know.
      return pendingChanges(userId).reduce(
        (bell, { change }) => withChange(bell, change),
        merged(rows, unread, { known: entries(), asked, now: now() }),
      );
    },
    initialData: () => readCopy(userId, now()),
    initialDataUpdatedAt: 0,
  });

/** Something has changed elsewhere, or may have: asks the server, unless a change of one's own will do so when it is through. */
export function refreshNotifications(queryClient: QueryClient, userId: string): void {
  if (queryClient.isMutating({ mutationKey: changeKey }) > 0) return;
  void queryClient.invalidateQueries({ queryKey: notificationsQuery(userId).queryKey });
}
