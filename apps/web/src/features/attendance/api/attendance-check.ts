import { checkAttendance } from '@minga/contract/attendance';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { isRemembered, remember, rememberedEmail } from '../remembered-attendances.ts';
import type { Viewer } from '../viewer.ts';

// Nobody else changes one's attendance while one looks at a list: a page of cards need not be asked about twice.
const STALE_MS = 60_000;

/**
 * Does the viewer attend? A visitor is asked about with the e-mail that this browser confirmed with; without one the
 * answer is no, and nothing is sent. Until the answer is there, what this browser remembers is shown.
 */
export const attendanceCheck = (taskId: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['attendance', taskId, viewer?.email ?? null],
    queryFn: async ({ signal }): Promise<boolean> => {
      const email = emailOf(taskId, viewer);
      return email === null ? false : isAttending(taskId, email, signal);
    },
    placeholderData: isRemembered(emailOf(taskId, viewer) ?? '', taskId),
    staleTime: STALE_MS,
    retry: false,
  });

const emailOf = (taskId: string, viewer: Viewer) => viewer?.email ?? rememberedEmail(taskId);

/** What the server says, or, when it does not answer, what this browser remembers (spec 000 section 4). */
async function isAttending(taskId: string, email: string, signal: AbortSignal): Promise<boolean> {
  try {
    const reply = await call(checkAttendance, { params: { taskId }, query: { email }, signal });
    remember(email, taskId, reply.isAttending);
    return reply.isAttending;
  } catch (error) {
    if (signal.aborted) throw error;
    return isRemembered(email, taskId);
  }
}
