import { checkAttendance } from '@minga/contract/attendance';
import { call } from '../../../lib/api.ts';

/** Does the server tell this browser that the e-mail attends, or without one somebody of its own? `otherwise` when it does not answer. */
export async function isOnList(
  { taskId, email }: { taskId: string; email: string | null },
  otherwise: boolean,
): Promise<boolean> {
  try {
    const query = email === null ? {} : { email };
    return (await call(checkAttendance, { params: { taskId }, query })).isAttending;
  } catch {
    return otherwise;
  }
}

/**
 * Lets the server give the browser its cookie before anything is confirmed: should the reply to the confirmation
 * be lost, the browser can prove all the same that it was its own. Whether it arrives does not matter otherwise.
 */
export async function prepareProof(taskId: string): Promise<void> {
  await call(checkAttendance, { params: { taskId } }).catch(() => undefined);
}
