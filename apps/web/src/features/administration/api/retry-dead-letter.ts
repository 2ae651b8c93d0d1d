import { retryDeadLetter } from '@minga/contract/system';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Has a job tried again. One that somebody else has put back already is as good. Fails with an ApiError. */
export const useRetryDeadLetter = () =>
  useMutation({ mutationFn: (id: string) => call(retryDeadLetter, { params: { id } }) });
