import { getActivity } from '@minga/contract/activities';
import { cancelAttendance, type PersonalAttendance, readPersonalLink } from '@minga/contract/attendance';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { isDefinitiveResponse } from '../../../lib/is-definitive-response.ts';

/** The attendance behind a personal link. A link that is bad, or whose attendance is gone, is an ApiError. */
export const personalAttendance = (token: string) =>
  queryOptions({
    queryKey: ['personal-attendance', token],
    queryFn: ({ signal }) => call(readPersonalLink, { body: { token }, signal }),
  });

/** Was this activity deleted? An attendance ends with it, and its link then says no more than a cancelled one's. */
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

/** The link leads nowhere (any more), or was no link ever: asking again brings nothing. */
export const isBadLink = (error: unknown): boolean => error instanceof ApiError && error.status === 400;

/** What has become of an attendance whose button was pressed: with the activity it goes, too. */
export type Ended = 'cancelled' | 'deleted';

/** Cancels it. That it is cancelled already, perhaps by the very call whose reply was lost, is no failure. */
export const useCancelByLink = (token: string) =>
  useMutation({
    mutationFn: async ({ taskId, email }: PersonalAttendance): Promise<Ended> => {
      try {
        await call(cancelAttendance, { params: { taskId }, body: { email, token } });
      } catch (error) {
        if (!isDefinitiveResponse(error)) await expectGone(token, error);
        else if (!(error instanceof ApiError) || ![403, 404].includes(error.status)) throw error;
        else if (error.code === 'DELETED') return 'deleted';
      }
      return 'cancelled';
    },
  });

/** Throws the error of the call that was lost unless the link says that there is no attendance any more. */
async function expectGone(token: string, lost: unknown): Promise<void> {
  const answer = await call(readPersonalLink, { body: { token } }).catch((error: unknown) => error);
  if (!isBadLink(answer)) throw lost;
}
