import {
  discardLetter,
  discardLetters,
  getSystemStatus,
  retryDeadLetter,
  retryDeadLetters,
  retryLetter,
} from '@minga/contract/system';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { panelKey } from './panel-key.ts';

const POLL_MS = 30_000;
/** Polling stops after half an hour, so that a screen left open does not extend its session. */
const POLLS_MAX = 60;

export const systemStatusQuery = queryOptions({
  queryKey: [...panelKey, 'system'],
  queryFn: ({ signal }) => call(getSystemStatus, { signal }),
  // A manual refresh starts another half hour.
  refetchInterval: ({ state }) => (state.dataUpdateCount + 1) % (POLLS_MAX + 1) !== 0 && POLL_MS,
});

/** Requeues a failed job. Succeeds too if another admin has requeued it. Rejects with an ApiError. */
export const useRetryDeadLetter = () =>
  useMutation({ mutationFn: (id: string) => call(retryDeadLetter, { params: { id } }) });

/** Requeues all permanently failed jobs. Rejects with an ApiError. */
export const useRetryDeadLetters = () => useMutation({ mutationFn: () => call(retryDeadLetters) });

/** Has an e-mail that was given up sent again. Succeeds too if another admin has done so. Rejects with an ApiError. */
export const useRetryLetter = () =>
  useMutation({ mutationFn: (id: string) => call(retryLetter, { params: { id } }) });

/** Discards an e-mail that was given up. Succeeds too if another admin has done so. Rejects with an ApiError. */
export const useDiscardLetter = () =>
  useMutation({ mutationFn: (id: string) => call(discardLetter, { params: { id } }) });

/** Discards all e-mails that were given up. Rejects with an ApiError. */
export const useDiscardLetters = () => useMutation({ mutationFn: () => call(discardLetters) });
