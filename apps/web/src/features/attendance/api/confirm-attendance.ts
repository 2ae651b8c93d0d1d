import { type Confirmation, checkAttendance, confirmAttendance } from '@minga/contract/attendance';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { remember } from '../remembered-attendances.ts';
import type { Viewer } from '../viewer.ts';
import { attendanceCheck } from './attendance-check.ts';

/** Confirms that somebody comes. Fails with an ApiError; 409 means that this e-mail comes already. */
export function useConfirmAttendance(viewer: Viewer) {
  const queryClient = useQueryClient();

  function markAttending({ taskId, email }: Confirmation) {
    remember(email, taskId, true);
    // Who signs up somebody else, with another e-mail, does not come for that.
    if (viewer !== null && viewer.email !== email) return;
    const { queryKey } = attendanceCheck(taskId, viewer);
    // A check that was asked before the confirmation knows nothing of it.
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, true);
  }

  return useMutation({
    mutationFn: confirm,
    onSuccess: (_, confirmation) => markAttending(confirmation),
    onError: (error, confirmation) => {
      if (error instanceof ApiError && error.status === 409) markAttending(confirmation);
    },
  });
}

/** A reply may be lost on the way after the server did its work: it is asked before anybody is told of a failure. */
async function confirm(confirmation: Confirmation): Promise<void> {
  try {
    await call(confirmAttendance, { body: confirmation });
  } catch (error) {
    if (error instanceof ApiError && error.status === 0 && (await hasArrived(confirmation))) return;
    throw error;
  }
}

async function hasArrived({ taskId, email }: Confirmation): Promise<boolean> {
  try {
    return (await call(checkAttendance, { params: { taskId }, query: { email } })).isAttending;
  } catch {
    return false;
  }
}
