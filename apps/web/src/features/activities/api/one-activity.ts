import { getActivity } from '@minga/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { activitiesKey } from './activities-key.ts';

/** One activity. An id that is no id (400) or that nobody may see (404) is an ApiError. */
export const oneActivity = (id: string) =>
  queryOptions({
    queryKey: [...activitiesKey, 'one', id],
    queryFn: ({ signal }) => call(getActivity, { params: { id }, signal }),
  });
