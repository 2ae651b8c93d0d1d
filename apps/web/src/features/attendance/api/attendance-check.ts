import { queryOptions } from '@tanstack/react-query';
import { isRemembered, remember, rememberedEmail } from '../remembered-attendances.ts';
import type { Viewer } from '../viewer.ts';
import { attendanceLoader } from './attendance-loader.ts';

// Attendances rarely change elsewhere while a list is open, so its cards are not checked twice.
const STALE_MS = 60_000;

/**
 * Whether the viewer attends. The server identifies the viewer by the session or the visitor's cookie. A visitor is checked
 * even if this browser remembers no confirmation, because its response may have been lost. While loading, the remembered
 * state is shown.
 */
export const attendanceCheck = (taskId: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['attendance', taskId, viewer?.email ?? null],
    queryFn: () => fetchOrRecall(taskId, attendingEmail(taskId, viewer)),
    placeholderData: isRemembered(attendingEmail(taskId, viewer) ?? '', taskId),
    staleTime: STALE_MS,
    retry: false,
  });

/** The e-mail of the viewer's attendance, if this browser knows it; null leaves it to the visitor's cookie. */
export const attendingEmail = (taskId: string, viewer: Viewer) => viewer?.email ?? rememberedEmail(taskId);

/** Asks the server and falls back to what this browser remembers (spec 000 section 4). */
async function fetchOrRecall(taskId: string, email: string | null): Promise<boolean> {
  try {
    const isAttending = await attendanceLoader.load(taskId);
    if (email !== null) remember(email, taskId, isAttending);
    return isAttending;
  } catch {
    return isRemembered(email ?? '', taskId);
  }
}
