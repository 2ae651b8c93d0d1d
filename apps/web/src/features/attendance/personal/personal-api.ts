import { getActivity } from '@minga/contract/activities';
import { endOf } from '@minga/contract/activity-phase';
import { cancelAttendance } from '@minga/contract/attendance';
import { type PersonalAttendance, readPersonalLink } from '@minga/contract/personal-link';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { isDefinitiveResponse } from '../../../lib/errors/is-definitive-response.ts';
import { ApiError, call } from '../../../lib/server/api.ts';

/** The start of a token identifies it; the rest, which proves the attendance, is not stored with the data. */
const NAMING_CHARACTERS = 16;

export const personalKey = (token: string) =>
  ['personal-attendance', token.slice(0, NAMING_CHARACTERS)] as const;

/** The page is readable without a network while the door reads its code. */
const STORED_AFTER_END_MS = 24 * 60 * 60 * 1000;

/** The attendance of a personal link; of the link of a series by default the next. Rejects with an ApiError if the link is invalid or the attendance was cancelled. */
export const personalAttendance = (token: string, taskId: string | undefined = undefined) =>
  queryOptions({
    queryKey: [...personalKey(token), taskId ?? null],
    queryFn: ({ signal }) => call(readPersonalLink, { body: { token, taskId }, signal }),
    meta: {
      isPersisted: true,
      expiresAt: data => endOf((data as PersonalAttendance).task).getTime() + STORED_AFTER_END_MS,
    },
  });

/** Called when the link shows nothing any more: on a shared phone the stored page must not outlive it. */
export async function forgetPersonalAttendance(token: string): Promise<void> {
  const { deleteStoredQueries } = await import('../../../lib/server/query-store.ts');
  await deleteStoredQueries(personalKey(token));
}

/** Whether this activity was deleted. Its attendances are deleted with it, so the link alone looks like a cancelled one. */
export const isActivityDeleted = (taskId: string) =>
  queryOptions({
    queryKey: ['personal-attendance', 'deleted', taskId],
    queryFn: async ({ signal }) => {
      try {
        await call(getActivity, { params: { id: taskId }, signal });
        return false;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return error.code === 'DELETED';
        throw error;
      }
    },
  });

/** The link is malformed or no longer valid: retrying cannot succeed. */
export const isInvalidLink = (error: unknown): boolean => error instanceof ApiError && error.status === 400;

/** How the attendance has ended: `declined` is an offered place that was left, `deleted` an activity that no longer exists. */
export type CancelOutcome = 'cancelled' | 'declined' | 'deleted';

/** Cancels the attendance. An already cancelled one counts as success: an earlier response may have been lost. */
export const useCancelByLink = (token: string) =>
  useMutation({
    mutationFn: async ({ taskId, email }: PersonalAttendance): Promise<CancelOutcome> => {
      try {
        await call(cancelAttendance, { params: { taskId }, body: { ...(email !== '' && { email }), token } });
      } catch (error) {
        if (!isDefinitiveResponse(error)) await assertCancelled(token, taskId, error);
        else if (!(error instanceof ApiError) || ![403, 404].includes(error.status)) throw error;
        else if (error.code === 'DELETED') return 'deleted';
      }
      return 'cancelled';
    },
  });

/** Throws the original error unless the link shows that the attendance no longer exists. */
async function assertCancelled(token: string, taskId: string, cause: unknown): Promise<void> {
  const response = await call(readPersonalLink, { body: { token, taskId } }).catch((error: unknown) => error);
  if (!isInvalidLink(response)) throw cause;
}
