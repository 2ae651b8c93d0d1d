import { type NewMessage, previewMessage } from '@minga/contract/messages';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The e-mail that a message would become, and how many people would get it. Sends nothing. */
export const usePreview = (taskId: string) =>
  useMutation({
    mutationFn: (message: NewMessage) => call(previewMessage, { params: { id: taskId }, body: message }),
  });
