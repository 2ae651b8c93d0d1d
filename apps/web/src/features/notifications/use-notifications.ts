import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { notificationsQuery } from './api/notifications.ts';
import { groupedLines, unreadIn, withoutDuplicates } from './bell-list.ts';
import { EMPTY_BELL } from './entry.ts';

/**
 * The bell's entries, newest first, and the number of unread ones, including those beyond the list; `all` also contains
 * the entries that duplicate another.
 */
export function useNotifications(userId: string) {
  const { data: bell = EMPTY_BELL } = useQuery(notificationsQuery(userId));
  const { entries: all, unlisted } = bell;
  const shown = useMemo(() => groupedLines(withoutDuplicates(all)), [all]);
  return { all, shown, unread: unreadIn(shown).length + unlisted };
}
