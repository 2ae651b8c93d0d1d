import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { notificationsQuery } from './api/notifications.ts';
import { groupedLines, unreadIn, withoutDuplicates } from './bell-list.ts';
import { EMPTY_BELL } from './entry.ts';

/**
 * The bell's lines, newest first, and the number of unread entries, including those beyond the list; `all` also contains
 * the entries that duplicate another or share its line.
 */
export function useNotifications(userId: string) {
  const { data: bell = EMPTY_BELL } = useQuery(notificationsQuery(userId));
  const { entries: all, unlisted } = bell;
  const own = useMemo(() => withoutDuplicates(all), [all]);
  const shown = useMemo(() => groupedLines(own), [own]);
  return { all, shown, unread: unreadIn(own).length + unlisted };
}
