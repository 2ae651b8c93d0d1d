import { type Confirmation, confirmAttendance } from '@minga/contract/attendance';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { isDefinitiveResponse } from '../../../lib/is-definitive-response.ts';
import type { Viewer } from '../viewer.ts';
import { isOnList } from './is-on-list.ts';
import { knowAttendance } from './known-attendance.ts';

/**
 * Confirms that somebody comes. Answers null, or, to who was on the list already, the sentence that says so. Fails with
 * an ApiError; 409 means that the e-mail is on the list, but nothing shows that it is the viewer's own.
 */
export function useConfirmAttendance(viewer: Viewer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (confirmation: Confirmation) => confirm(confirmation, viewer),
    onSuccess: (_, confirmation) => knowAttendance(queryClient, viewer, confirmation, true),
    meta: { isMilestone: true },
  });
}

async function confirm(confirmation: Confirmation, viewer: Viewer): Promise<string | null> {
  try {
    await call(confirmAttendance, { body: confirmation });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!isDefinitiveResponse(error) && (await isOnList(confirmation, false))) return null;
    if (error.status === 409 && (await isOwn(confirmation, viewer))) return error.messages.join(' ');
    throw error;
  }
}

/** A visitor's e-mail is their own if the server answers this browser that it attends. */
async function isOwn(confirmation: Confirmation, viewer: Viewer): Promise<boolean> {
  return viewer === null ? isOnList(confirmation, false) : viewer.email === confirmation.email;
}
