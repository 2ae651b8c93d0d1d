import { getActivity } from '@minga/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { oneActivityKey } from './activities-key.ts';
import { dropFromLists } from './activity-lists.ts';

/** As long as an answer counts as fresh elsewhere, a refusal does too. */
const REFUSAL_FRESH_MS = 15_000;

/** One activity. An id that is no id (400) or that nobody may see (404) is an ApiError. */
export const oneActivity = (id: string) =>
  queryOptions({
    queryKey: oneActivityKey(id),
    queryFn: async ({ client, signal }) => {
      try {
        return await call(getActivity, { params: { id }, signal });
      } catch (error) {
        // The list that one came from must not go on showing it.
        if (error instanceof Error && isUnknownActivity(error)) dropFromLists(client, id);
        throw error;
      }
    },
    meta: { isKept: true },
    // What the server painted as unknown a moment ago is shown so, not asked for again.
    retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > REFUSAL_FRESH_MS,
  });

/** An address that was cut off in a message (400) is as unknown as an activity that is gone (404). */
export const isUnknownActivity = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** Somebody retracted it, and who followed a link to it may know. */
export const isDeletedActivity = (error: Error): boolean =>
  error instanceof ApiError && error.code === 'DELETED';
