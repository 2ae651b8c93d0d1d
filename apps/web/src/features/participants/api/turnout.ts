import { readTurnout } from '@minga/contract/participants';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** How many people came to an activity. */
export const turnout = (taskId: string) =>
  queryOptions({
    queryKey: ['turnout', taskId],
    queryFn: ({ signal }) => call(readTurnout, { params: { taskId }, signal }),
  });
