import { queryOptions } from '@tanstack/react-query';
import { isRemembered, remember, rememberedEmail } from '../remembered-attendances.ts';
import type { Viewer } from '../viewer.ts';
import { attendanceLoader } from './attendance-loader.ts';

// Nobody else changes one's attendance while one looks at a list: a page of cards need not be asked about twice.
const STALE_MS = 60_000;

/**
 * Does the viewer attend? The session or the visitor's cookie says who asks; a visitor is asked about also where this
 * browser remembers nothing, since the reply to the confirmation may have been lost. Until the answer is there, what this
 * browser remembers is shown.
 */
export const attendanceCheck = (taskId: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['attendance', taskId, viewer?.email ?? null],
    queryFn: () => isAttending(taskId, emailOf(taskId, viewer)),
    placeholderData: isRemembered(emailOf(taskId, viewer) ?? '', taskId),
    staleTime: STALE_MS,
    retry: false,
  });

/** With which the viewer comes, as far as this browser knows; null: it would be the cookie's to say. */
export const emailOf = (taskId: string, viewer: Viewer) => viewer?.email ?? rememberedEmail(taskId);

/** What the server says, or, when it does not answer, what this browser remembers (spec 000 section 4). */
async function isAttending(taskId: string, email: string | null): Promise<boolean> {
  try {
    const isSo = await attendanceLoader.load(taskId);
    if (email !== null) remember(email, taskId, isSo);
    return isSo;
  } catch {
    return isRemembered(email ?? '', taskId);
  }
}
