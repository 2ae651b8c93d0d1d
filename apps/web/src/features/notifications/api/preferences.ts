import { getNotificationPreferences } from '@minga/contract/notification-settings';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The user's notification preferences. */
export const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: ({ signal }) => call(getNotificationPreferences, { signal }),
});
