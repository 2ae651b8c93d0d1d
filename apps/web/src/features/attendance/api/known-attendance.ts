import type { QueryClient } from '@tanstack/react-query';
import { remember } from '../remembered-attendances.ts';
import type { Viewer } from '../viewer.ts';
import { attendanceCheck } from './attendance-check.ts';

/** Notes that the viewer comes, or does not; a check that was asked before knows nothing of it, and is not heard. */
export function knowAttendance(
  queryClient: QueryClient,
  viewer: Viewer,
  { taskId, email }: { taskId: string; email: string | null },
  isAttending: boolean,
): void {
  if (email !== null) remember(email, taskId, isAttending);
  // Who signs up somebody else, with another e-mail, does not come for that.
  if (viewer !== null && viewer.email !== email) return;
  const { queryKey } = attendanceCheck(taskId, viewer);
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, isAttending);
}
