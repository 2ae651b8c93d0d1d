import { retryDeadLetters } from '@minga/contract/system';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Has all jobs tried again that have failed for the last time. Fails with an ApiError. */
export const useRetryDeadLetters = () => useMutation({ mutationFn: () => call(retryDeadLetters) });
