import { checkAttendance } from '@minga/contract/attendance';
import { call } from '../../../lib/api.ts';

/** Whether the e-mail attends, or without one any visitor of this browser's cookie. Returns `fallback` if the request fails. */
export async function fetchIsAttending(
  { taskId, email }: { taskId: string; email: string | null },
  fallback: boolean,
): Promise<boolean> {
  try {
    const query = email === null ? {} : { email };
    return (await call(checkAttendance, { params: { taskId }, query })).isAttending;
  } catch {
    return fallback;
  }
}

/**
 * Obtains the visitor's cookie before a confirmation, so that the browser can prove the attendance even if the response is
 * lost. A failure is ignored.
 */
export async function requestVisitorCookie(taskId: string): Promise<void> {
  await call(checkAttendance, { params: { taskId } }).catch(() => undefined);
}
