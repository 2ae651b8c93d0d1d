import { getActivity } from '@minga/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { oneActivityKey } from '../../../lib/activities-key.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { isUnknown, retryOnMount } from '../../../lib/unknown-row.ts';
import { removeFromLists } from './activity-lists.ts';

/** One activity. Rejects with an ApiError: 400 for a malformed id, 404 for an unknown or hidden activity. */
export const oneActivity = (id: string) =>
  queryOptions({
    queryKey: oneActivityKey(id),
    queryFn: async ({ client, signal }) => {
      try {
        return await call(getActivity, { params: { id }, signal });
      } catch (error) {
        // Cached lists must not show an activity that no longer exists.
        if (isUnknown(error)) removeFromLists(client, id);
        throw error;
      }
    },
    meta: { isPersisted: true },
    retryOnMount,
  });

/** The organiser deleted the activity; unlike other missing activities, the server discloses this. */
export const isDeletedActivity = (error: Error): boolean =>
  error instanceof ApiError && error.code === 'DELETED';
