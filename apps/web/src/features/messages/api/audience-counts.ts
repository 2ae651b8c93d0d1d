import { countAudiences } from '@minga/contract/messages';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** How many people a message would reach, by audience. Rejects with an ApiError, 409 if the activity is not public. */
export const audienceCounts = (taskId: string) =>
  queryOptions({
    queryKey: ['audience-counts', taskId],
    queryFn: ({ signal }) => call(countAudiences, { params: { id: taskId }, signal }),
  });
