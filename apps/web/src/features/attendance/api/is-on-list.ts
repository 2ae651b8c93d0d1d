import { checkAttendance } from '@minga/contract/attendance';
import { call } from '../../../lib/api.ts';

/** Does the server tell this browser that the e-mail attends? `otherwise` when it does not answer. */
export async function isOnList(
  { taskId, email }: { taskId: string; email: string },
  otherwise: boolean,
): Promise<boolean> {
  try {
    return (await call(checkAttendance, { params: { taskId }, query: { email } })).isAttending;
  } catch {
    return otherwise;
  }
}

/**
 * Lets the server give a visitor's browser its cookie before anything is confirmed: should the reply to the confirmation
 * be lost, the browser can prove all the same that it was its own. Whether it arrives does not matter otherwise.
 */
export async function prepareProof(taskId: string): Promise<void> {
  await call(checkAttendance, { params: { taskId } }).catch(() => undefined);
}
