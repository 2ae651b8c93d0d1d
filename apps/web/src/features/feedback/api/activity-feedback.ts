import { readFeedback } from '@minga/contract/feedback';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The attendees' feedback on an activity, for its organisers. */
export const activityFeedback = (taskId: string) =>
  queryOptions({
    queryKey: ['activity-feedback', taskId],
    queryFn: ({ signal }) => call(readFeedback, { params: { taskId }, signal }),
  });
