import { readSubscription, unsubscribe } from '@minga/contract/notifications';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { preferencesQuery } from './preferences.ts';

/** Which e-mails the link of a letter ends. A bad link is an ApiError. */
export const subscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: ['subscription', token],
    queryFn: ({ signal }) => call(readSubscription, { body: { token }, signal }),
  });

/** Ends them. Doing it twice is no failure. */
export function useUnsubscribe(token: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(unsubscribe, { body: { token } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey }),
  });
}

/** The link leads nowhere (any more): asking again brings nothing. */
export const isBadLink = (error: Error | null): boolean =>
  error instanceof ApiError && (error.code === 'INVALID_TOKEN' || error.status === 400);
