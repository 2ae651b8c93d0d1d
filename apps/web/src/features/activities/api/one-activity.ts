import { getActivity } from '@minga/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { activitiesKey } from './activities-key.ts';

/** One activity. An id that is no id (400) or that nobody may see (404) is an ApiError. */
export const oneActivity = (id: string) =>
  queryOptions({
    queryKey: [...activitiesKey, 'one', id],
    queryFn: ({ signal }) => call(getActivity, { params: { id }, signal }),
  });

/** An address that was cut off in a message (400) is as unknown as an activity that is gone (404). */
export const isUnknownActivity = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** Somebody retracted it, and who followed a link to it may know. */
export const isDeletedActivity = (error: Error): boolean =>
  error instanceof ApiError && error.code === 'DELETED';
