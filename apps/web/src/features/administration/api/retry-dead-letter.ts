import { retryDeadLetter } from '@minga/contract/system';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Requeues a failed job. Succeeds too if another admin has requeued it. Rejects with an ApiError. */
export const useRetryDeadLetter = () =>
  useMutation({ mutationFn: (id: string) => call(retryDeadLetter, { params: { id } }) });
