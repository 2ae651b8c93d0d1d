import { listMessages } from '@minga/contract/messages';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';

/** The messages that were sent to those who signed up, the newest first. */
export const sentMessages = (taskId: string) =>
  queryOptions({
    queryKey: ['sent-messages', taskId],
    queryFn: ({ signal }) => callList(listMessages, { params: { id: taskId }, query: {}, signal }),
  });
