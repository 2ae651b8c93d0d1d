import { cancelAttendance } from '@minga/contract/attendance';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { isDefinitiveResponse } from '../../../lib/is-definitive-response.ts';
import type { Viewer } from '../viewer.ts';
import { attendanceCheck } from './attendance-check.ts';
import { isOnList } from './is-on-list.ts';
import { knowAttendance } from './known-attendance.ts';

interface Place {
  readonly taskId: string;
  /** Null: whichever the cookie proves. */
  readonly email: string | null;
}

/**
 * Cancels the viewer's attendance; shown at once, and taken back when it fails. Fails with an ApiError: 403 means that
 * this browser cannot prove whose it is, 404 that there was none any more.
 */
export function useCancelAttendance(viewer: Viewer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: cancel,
    onMutate: place => knowAttendance(queryClient, viewer, place, false),
    onError: (error, place) => {
      const isGone = error instanceof ApiError && error.status === 404;
      if (isGone) return;
      knowAttendance(queryClient, viewer, place, true);
      // Perhaps it was cancelled elsewhere, which a visitor is not told.
      void queryClient.invalidateQueries({ queryKey: attendanceCheck(place.taskId, viewer).queryKey });
    },
  });
}

async function cancel(place: Place): Promise<void> {
  const { taskId, email } = place;
  try {
    await call(cancelAttendance, { params: { taskId }, body: email === null ? {} : { email } });
  } catch (error) {
    if (isDefinitiveResponse(error) || (await isOnList(place, true))) throw error;
  }
}
