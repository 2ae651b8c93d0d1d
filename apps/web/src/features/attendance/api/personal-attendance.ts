import { cancelAttendance, type PersonalAttendance, readPersonalLink } from '@minga/contract/attendance';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';

/** The attendance behind a personal link. A link that is bad, or whose attendance is gone, is an ApiError. */
export const personalAttendance = (token: string) =>
  queryOptions({
    queryKey: ['personal-attendance', token],
    queryFn: ({ signal }) => call(readPersonalLink, { body: { token }, signal }),
  });

/** The link leads nowhere (any more): asking again brings nothing. */
export const isBadLink = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'INVALID_TOKEN';

/** Cancels it. That it is cancelled already, perhaps by the very call whose reply was lost, is no failure. */
export const useCancelByLink = (token: string) =>
  useMutation({
    mutationFn: async ({ taskId, email }: PersonalAttendance) => {
      try {
        await call(cancelAttendance, { params: { taskId }, body: { email, token } });
      } catch (error) {
        if (!(error instanceof ApiError) || ![403, 404].includes(error.status)) throw error;
      }
    },
  });
