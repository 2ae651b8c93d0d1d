import { cancelAttendance } from '@minga/contract/attendance';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import type { Viewer } from '../viewer.ts';
import { isOnList } from './is-on-list.ts';
import { knowAttendance } from './known-attendance.ts';

interface Place {
  readonly taskId: string;
  readonly email: string;
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
      if (!isGone) knowAttendance(queryClient, viewer, place, true);
    },
  });
}

/** A reply may be lost on the way after the server did its work: it is asked before anybody is told of a failure. */
async function cancel(place: Place): Promise<void> {
  try {
    await call(cancelAttendance, { params: { taskId: place.taskId }, body: { email: place.email } });
  } catch (error) {
    const isLost = error instanceof ApiError && error.status === 0;
    if (!isLost || (await isOnList(place, true))) throw error;
  }
}
