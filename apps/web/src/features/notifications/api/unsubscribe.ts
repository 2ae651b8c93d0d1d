import { readSubscription, unsubscribe } from '@minga/contract/notification-settings';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { preferencesQuery } from './preferences.ts';

/** The kind of e-mails that an unsubscribe link ends. Rejects with an ApiError for an invalid link. */
export const subscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: ['subscription', token],
    queryFn: ({ signal }) => call(readSubscription, { body: { token }, signal }),
  });

/** Unsubscribes. Idempotent. */
export function useUnsubscribe() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(unsubscribe, { body: { token } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey }),
  });
}

/** The link is invalid or expired: retrying cannot succeed. */
export const isBadLink = (error: Error | null): boolean =>
  error instanceof ApiError && (error.code === 'INVALID_TOKEN' || error.status === 400);
