import type { Attendance } from '@minga/contract/attendance';
import { listParticipants } from '@minga/contract/participants';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { fetchAllRows } from '../../../lib/fetch-all-rows.ts';

/** A party that was checked in. */
export type Arrival = Pick<Attendance, '_id' | 'name' | 'companions' | 'hours'>;

/** The parties of an activity that were checked in, by name. */
export const arrivals = (taskId: string) =>
  queryOptions({
    queryKey: ['arrivals', taskId],
    queryFn: async ({ signal }): Promise<Arrival[]> => {
      const all = await fetchAllRows(query =>
        callList(listParticipants, { params: { taskId }, query, signal }),
      );
      return all
        .filter(({ checkedInAt }) => checkedInAt !== null)
        .map(({ _id, name, companions, hours }) => ({ _id, name, companions, hours }))
        .sort((one, other) => one.name.localeCompare(other.name, 'es'));
    },
  });
