import type { QueryClient } from '@tanstack/react-query';
import { remember, rememberForOther } from '../remembered-attendances.ts';
import type { Viewer } from '../viewer.ts';
import { attendanceCheck } from './attendance-check.ts';

/** Stores whether the viewer attends and cancels a check in flight, whose response predates the change. */
export function setCachedAttendance(
  queryClient: QueryClient,
  viewer: Viewer,
  { taskId, email }: { taskId: string; email: string | null },
  isAttending: boolean,
): void {
  if (email !== null) remember(email, taskId, isAttending);
  // An account that confirms for another e-mail does not attend itself.
  if (viewer !== null && viewer.email !== email) {
    if (email !== null) rememberForOther(viewer.email, { taskId, email }, isAttending);
    return;
  }
  const { queryKey } = attendanceCheck(taskId, viewer);
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, isAttending);
}
