import { cancelAttendance } from '@minga/contract/attendance';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { isDefinitiveResponse } from '../../../lib/is-definitive-response.ts';
import type { Viewer } from '../viewer.ts';
import { attendanceCheck } from './attendance-check.ts';
import { setCachedAttendance } from './cached-attendance.ts';
import { fetchIsAttending } from './fetch-is-attending.ts';
import { refetchPrivateLocation } from './refetch-private-location.ts';

interface AttendanceRef {
  readonly taskId: string;
  /** Null means the attendance that the visitor's cookie proves. */
  readonly email: string | null;
}

/**
 * Cancels the viewer's attendance. Optimistic: rolled back on an error. Rejects with an ApiError: 403 if this browser
 * cannot prove that the attendance is the viewer's, 404 if it no longer exists.
 */
export function useCancelAttendance(viewer: Viewer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: cancel,
    onMutate: attendance => setCachedAttendance(queryClient, viewer, attendance, false),
    onSuccess: (_, { taskId }) => refetchPrivateLocation(queryClient, taskId),
    onError: (error, attendance) => {
      const isGone = error instanceof ApiError && error.status === 404;
      if (isGone) return;
      setCachedAttendance(queryClient, viewer, attendance, true);
      // It may have been cancelled elsewhere; visitors receive no live events.
      void queryClient.invalidateQueries({ queryKey: attendanceCheck(attendance.taskId, viewer).queryKey });
    },
  });
}

async function cancel(attendance: AttendanceRef): Promise<void> {
  const { taskId, email } = attendance;
  try {
    await call(cancelAttendance, { params: { taskId }, body: email === null ? {} : { email } });
  } catch (error) {
    if (isDefinitiveResponse(error) || (await fetchIsAttending(attendance, true))) throw error;
  }
}
