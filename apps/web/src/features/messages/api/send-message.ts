import { type NewMessage, sendMessage } from '@minga/contract/messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { sentMessages } from './sent-messages.ts';

/** Sends a message to those who signed up; resolves to how many people get it. */
export function useSendMessage(taskId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (message: NewMessage) =>
      (await call(sendMessage, { params: { id: taskId }, body: message })).recipients,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sentMessages(taskId).queryKey }),
  });
}
