import { checkAttendance } from '@minga/contract/attendance';
import { call } from '../../../lib/api.ts';
import type { OwnState } from '../own-state.ts';

/**
 * How the attendance of the e-mail stands, or without one that of the session or of this browser's cookie. Null if the request
 * fails.
 */
export async function fetchOwnState({
  taskId,
  email,
}: {
  taskId: string;
  email: string | null;
}): Promise<OwnState | null> {
  const query = email === null ? {} : { email };
  return call(checkAttendance, { params: { taskId }, query }).catch(() => null);
}

/**
 * Obtains the visitor's cookie before a confirmation, so that the browser can prove the attendance even if the response is
 * lost. A failure is ignored.
 */
export async function requestVisitorCookie(taskId: string): Promise<void> {
  await call(checkAttendance, { params: { taskId } }).catch(() => undefined);
}
