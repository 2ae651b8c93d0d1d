import type { Attendance } from '@minga/contract/attendance';
import { reconfirmAttendance } from '@minga/contract/party';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { NOT_LISTED } from '../own-state.ts';
import { type Bearer, refetchPlaces } from './answer-offer.ts';
import { attendingEmail } from './attendance-check.ts';
import { setCachedAttendance } from './cached-attendance.ts';

/** Says whether the party still comes; resolves to the attendance, null if it does not come and was cancelled. */
export function useReconfirm({ taskId, viewer, token }: Bearer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (coming: boolean): Promise<Attendance | null> => {
      const body = { coming, ...(token !== null && { token }) };
      const answered = await call(reconfirmAttendance, { params: { taskId }, body });
      return 'deletedAttendance' in answered ? null : answered;
    },
    onSuccess: attendance => {
      const email = attendingEmail(taskId, viewer);
      if (token === null)
        setCachedAttendance(queryClient, viewer, { taskId, email }, attendance ?? NOT_LISTED);
    },
    // After a yes the buttons stay busy until the answer is shown.
    onSettled: (_attendance, _error, coming) => {
      const refetched = refetchPlaces(queryClient);
      return coming ? refetched : undefined;
    },
  });
}
