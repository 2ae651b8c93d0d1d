import {
  getNotificationPreferences,
  type NotificationKind,
  type NotificationPreferences,
  readSubscription,
  unsubscribe,
  updateNotificationPreferences,
} from '@minga/contract/notification-settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorSentences } from '../../lib/errors/error-sentences.ts';
import { ApiError, call } from '../../lib/server/api.ts';
import { query } from '../../lib/server/queries.ts';
import { dismissToast, toastError, toastSuccess } from '../../lib/toasts.ts';

/** The user's notification preferences. */
export const preferencesQuery = query(getNotificationPreferences);

interface PreferenceChange {
  readonly kind: NotificationKind;
  readonly channel: 'email' | 'live';
  readonly isWanted: boolean;
}

const { queryKey } = preferencesQuery;
const mutationKey = ['update-notification-preferences'];

/** Switches one preference, and says so. Optimistic: rolled back on an error. Calls run in sequence, because each sends all preferences. */
export function useUpdatePreferences() {
  const queryClient = useQueryClient();
  const told = useRef(0);
  const apply = (change: PreferenceChange) =>
    queryClient.setQueryData(queryKey, preferences => preferences && withChange(preferences, change));
  return useMutation({
    mutationKey,
    scope: { id: 'notification-preferences' },
    mutationFn: async (change: PreferenceChange) => {
      const preferences = queryClient.getQueryData(queryKey);
      if (preferences) await call(updateNotificationPreferences, { body: withChange(preferences, change) });
    },
    onMutate: async change => {
      await queryClient.cancelQueries({ queryKey });
      apply(change);
    },
    onSuccess: () => {
      // Several in a row are told once.
      dismissToast(told.current);
      told.current = toastSuccess('Guardamos tus avisos');
    },
    onError: (error, change) => {
      apply({ ...change, isWanted: !change.isWanted });
      toastError(errorSentences(error, 'Error al guardar tus avisos').join(' '));
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void queryClient.invalidateQueries({ queryKey });
    },
  });
}

const withChange = (
  preferences: NotificationPreferences,
  { kind, channel, isWanted }: PreferenceChange,
): NotificationPreferences => ({ ...preferences, [kind]: { ...preferences[kind], [channel]: isWanted } });

/** The kind of e-mails that an unsubscribe link ends. Rejects with an ApiError for an invalid link. */
export const subscriptionQuery = (token: string) => query(readSubscription, { body: { token } });

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
