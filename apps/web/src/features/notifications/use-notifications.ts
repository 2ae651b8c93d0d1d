import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { currentLiveState } from '../../lib/live/live-state.ts';
import { now } from '../../lib/now.ts';
import { notificationsQuery } from './api/notifications.ts';
import { unreadIn, withoutDuplicates } from './bell-list.ts';
import { EMPTY_BELL } from './entry.ts';
import { copyKey, readCopy, writeCopy } from './stored-copy.ts';

/**
 * What somebody's bell shows, the newest first, and how much of it is unread, also beyond the list; `all` holds those,
 * too, for which another line stands. Keeps the copy in this browser.
 */
export function useNotifications(userId: string) {
  const queryClient = useQueryClient();
  const { data: bell = EMPTY_BELL } = useQuery(notificationsQuery(userId));
  const { entries: all, unlisted } = bell;
  const shown = useMemo(() => withoutDuplicates(all), [all]);

  useEffect(() => writeCopy(userId, bell, now()), [userId, bell]);

  useEffect(() => {
    // With a live connection the server says what other tabs have done; without one their copy does.
    const followOtherTabs = ({ key }: StorageEvent) => {
      if (key !== copyKey(userId) || currentLiveState() === 'connected') return;
      queryClient.setQueryData(notificationsQuery(userId).queryKey, readCopy(userId, now()));
    };
    addEventListener('storage', followOtherTabs);
    return () => removeEventListener('storage', followOtherTabs);
  }, [queryClient, userId]);

  return { all, shown, unread: unreadIn(shown).length + unlisted };
}
