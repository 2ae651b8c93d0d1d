import {
  countAudiences,
  listMessages,
  type NewMessage,
  previewMessage,
  sendMessage,
} from '@minga/contract/messages';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/server/api.ts';
import { listQuery, query, useAction } from '../../lib/server/queries.ts';

/** How many people a message would reach, by audience. Rejects with an ApiError, 409 if the activity is not public. */
export const audienceCounts = (taskId: string) => query(countAudiences, { params: { id: taskId } });

/** The messages that were sent to those who signed up, the newest first. */
export const sentMessages = (taskId: string) =>
  listQuery(listMessages, { params: { id: taskId }, query: {} });

/** The e-mail that a message would become, and how many people would get it. Sends nothing. */
export const usePreview = (taskId: string) =>
  useMutation({
    mutationFn: (message: NewMessage) => call(previewMessage, { params: { id: taskId }, body: message }),
  });

/** Sends a message to those who signed up; resolves to how many people get it. */
export const useSendMessage = (taskId: string) =>
  useAction(
    async (message: NewMessage) =>
      (await call(sendMessage, { params: { id: taskId }, body: message })).recipients,
    { refreshes: [sentMessages(taskId).queryKey], isAwaited: true },
  );
