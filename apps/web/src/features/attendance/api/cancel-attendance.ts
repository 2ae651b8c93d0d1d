import { cancelAttendance } from '@minga/contract/attendance';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { isDefinitiveResponse } from '../../../lib/is-definitive-response.ts';
import { CONFIRMED, NOT_LISTED, type OwnState } from '../own-state.ts';
import type { Viewer } from '../viewer.ts';
import { attendanceKey } from './attendance-check.ts';
import { setCachedAttendance } from './cached-attendance.ts';
import { fetchOwnState } from './fetch-own-state.ts';
import { type Changed, refetchChanged } from './refetch-changed.ts';

interface AttendanceRef {
  readonly taskId: string;
  /** Null means the attendance that the visitor's cookie proves. */
  readonly email: string | null;
}

/**
 * Cancels the viewer's attendance. Optimistic: rolled back on an error. Rejects with an ApiError: 403 if this browser
 * cannot prove that the attendance is the viewer's, 404 if it no longer exists.
 */
export function useCancelAttendance(viewer: Viewer, activity: Changed) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: cancel,
    onMutate: attendance => {
      const before = queryClient.getQueryData<OwnState>(attendanceKey(attendance.taskId, viewer));
      setCachedAttendance(queryClient, viewer, attendance, NOT_LISTED);
      return before ?? CONFIRMED;
    },
    onSuccess: () => refetchChanged(queryClient, activity),
    onError: (error, attendance, before) => {
      const isGone = error instanceof ApiError && error.status === 404;
      if (isGone) return;
      setCachedAttendance(queryClient, viewer, attendance, before ?? CONFIRMED);
      // It may have been cancelled elsewhere; visitors receive no live events.
      void queryClient.invalidateQueries({ queryKey: attendanceKey(attendance.taskId, viewer) });
    },
  });
}

async function cancel(attendance: AttendanceRef): Promise<void> {
  const { taskId, email } = attendance;
  try {
    await call(cancelAttendance, { params: { taskId }, body: email === null ? {} : { email } });
  } catch (error) {
    const isGone = async () => (await fetchOwnState(attendance))?.status === null;
    if (isDefinitiveResponse(error) || !(await isGone())) throw error;
  }
}
