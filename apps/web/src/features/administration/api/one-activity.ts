import { type Activity, getActivity } from '@minga/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** One activity in any state. Rejects with a 404 if it was deleted. */
export const oneActivity = (id: string) =>
  queryOptions({
    queryKey: ['administration-activity', id],
    // Choosing an activity of a list fills it too.
    queryFn: ({ signal }): Promise<Activity> => call(getActivity, { params: { id }, signal }),
  });
