import { type Confirmation, confirmAttendance } from '@minga/contract/attendance';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { isDefinitiveResponse } from '../../../lib/is-definitive-response.ts';
import type { Viewer } from '../viewer.ts';
import { setCachedAttendance } from './cached-attendance.ts';
import { fetchIsAttending } from './fetch-is-attending.ts';
import { refetchPrivateLocation } from './refetch-private-location.ts';

/**
 * Confirms an attendance. Resolves to null, or to the server's message if the viewer was already on the list. Rejects with
 * an ApiError: 409 means that the e-mail is on the list and cannot be shown to be the viewer's own.
 */
export function useConfirmAttendance(viewer: Viewer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (confirmation: Confirmation) => confirm(confirmation, viewer),
    onSuccess: (_, confirmation) => {
      setCachedAttendance(queryClient, viewer, confirmation, true);
      refetchPrivateLocation(queryClient, confirmation.taskId);
    },
    meta: { isMilestone: true },
  });
}

async function confirm(confirmation: Confirmation, viewer: Viewer): Promise<string | null> {
  try {
    await call(confirmAttendance, { body: confirmation });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!isDefinitiveResponse(error) && (await fetchIsAttending(confirmation, false))) return null;
    if (error.status === 409 && (await isOwn(confirmation, viewer))) return error.messages.join(' ');
    throw error;
  }
}

/** A visitor's e-mail is their own if the server confirms the attendance to this browser. */
async function isOwn(confirmation: Confirmation, viewer: Viewer): Promise<boolean> {
  return viewer === null ? fetchIsAttending(confirmation, false) : viewer.email === confirmation.email;
}
