import { listOwnAttendances } from '@minga/contract/attendance';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { fetchAllRows } from '../../../lib/fetch-all-rows.ts';
import { type Choice, confirmedChoices } from '../choice.ts';

/** The activities that the user attends. Throws if the response is not a list. */
export const confirmedActivities = queryOptions({
  queryKey: ['reminders', 'confirmed'],
  queryFn: async ({ signal }): Promise<Choice[]> => {
    const choices = confirmedChoices(
      await fetchAllRows(query => callList(listOwnAttendances, { query, signal })),
    );
    if (choices === null) throw new Error('no list');
    return choices;
  },
  staleTime: 0,
  meta: { isPersisted: true },
});
