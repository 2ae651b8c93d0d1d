import { getActivity } from '@minga/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** One activity, whatever its state; 404 for one that is gone. */
export const oneActivity = (id: string) =>
  queryOptions({
    queryKey: ['administration-activity', id],
    queryFn: ({ signal }) => call(getActivity, { params: { id }, signal }),
  });
