import { listReminders, type Reminder } from '@minga/contract/reminders';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { everyRow } from '../../../lib/every-row.ts';

/** The own reminders, by date of the activity. Asked at each visit: who confirms that they come may set one, too. */
export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: ({ signal }): Promise<Reminder[]> => everyRow(query => callList(listReminders, { query, signal })),
  staleTime: 0,
  meta: { isKept: true },
});
