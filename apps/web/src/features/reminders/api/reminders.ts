import { listReminders, type Reminder } from '@minga/contract/reminders';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { fetchAllRows } from '../../../lib/fetch-all-rows.ts';

/** The user's reminders, by the date of the activity. Always stale: confirming an attendance can create one. */
export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: ({ signal }): Promise<Reminder[]> =>
    fetchAllRows(query => callList(listReminders, { query, signal })),
  staleTime: 0,
  meta: { isPersisted: true },
});
