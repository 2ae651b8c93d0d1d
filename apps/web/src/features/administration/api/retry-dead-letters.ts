import { retryDeadLetters } from '@minga/contract/system';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Requeues all permanently failed jobs. Rejects with an ApiError. */
export const useRetryDeadLetters = () => useMutation({ mutationFn: () => call(retryDeadLetters) });
