import type { QueryClient } from '@tanstack/react-query';
import type { OwnState } from '../own-state.ts';
import { remember, rememberForOther } from '../remembered-attendances.ts';
import type { Viewer } from '../viewer.ts';
import { attendanceKey } from './attendance-check.ts';

/** Stores how the viewer's attendance stands and cancels a check in flight, whose response predates the change. */
export function setCachedAttendance(
  queryClient: QueryClient,
  viewer: Viewer,
  { taskId, email }: { taskId: string; email: string | null },
  state: OwnState,
): void {
  if (email !== null) remember(email, taskId, state.status === 'confirmed');
  // An account that confirms for another e-mail does not attend itself.
  if (viewer !== null && viewer.email !== email) {
    if (email !== null) rememberForOther(viewer.email, { taskId, email }, state.status !== null);
    return;
  }
  const queryKey = attendanceKey(taskId, viewer);
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, state);
}
