import { getActivity } from '@minga/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { oneActivityKey } from '../../../lib/activities-key.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { removeFromLists } from './activity-lists.ts';

/** Errors stay fresh as long as responses do by default. */
const ERROR_FRESH_MS = 15_000;

/** One activity. Rejects with an ApiError: 400 for a malformed id, 404 for an unknown or hidden activity. */
export const oneActivity = (id: string) =>
  queryOptions({
    queryKey: oneActivityKey(id),
    queryFn: async ({ client, signal }) => {
      try {
        return await call(getActivity, { params: { id }, signal });
      } catch (error) {
        // Cached lists must not show an activity that no longer exists.
        if (error instanceof Error && isUnknownActivity(error)) removeFromLists(client, id);
        throw error;
      }
    },
    meta: { isPersisted: true },
    // A "not found" page rendered by the server is shown without a second request.
    retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > ERROR_FRESH_MS,
  });

/** A truncated link (400) is treated like a missing activity (404). */
export const isUnknownActivity = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** The organiser deleted the activity; unlike other missing activities, the server discloses this. */
export const isDeletedActivity = (error: Error): boolean =>
  error instanceof ApiError && error.code === 'DELETED';
