import { getNotificationPreferences } from '@minga/contract/notifications';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** What the person wants to be told, and how. */
export const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: ({ signal }) => call(getNotificationPreferences, { signal }),
});
