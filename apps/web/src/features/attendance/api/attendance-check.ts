import type { Activity } from '@minga/contract/activities';
import { hasStarted } from '@minga/contract/activity-phase';
import { checkAttendance } from '@minga/contract/attendance';
import { doorHours } from '@minga/contract/door-hours';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { now } from '../../../lib/now.ts';
import { CONFIRMED, NOT_LISTED, type OwnState, UNSENT } from '../own-state.ts';
import { isRemembered, isUnsent, remember, rememberedEmail } from '../remembered-attendances.ts';
import type { Viewer } from '../viewer.ts';
import { attendanceLoader } from './attendance-loader.ts';

// Attendances rarely change elsewhere while a list is open, so its cards are not checked twice.
const STALE_MS = 60_000;

export const attendanceKey = (taskId: string, viewer: Viewer) =>
  ['attendance', taskId, viewer?.email ?? null] as const;

type Checked = Pick<Activity, '_id' | 'date' | 'endDate' | 'capacity' | 'asksAgain'>;

/**
 * How the viewer's attendance stands. The server identifies the viewer by the session or the visitor's cookie. A visitor is checked
 * even if this browser remembers no confirmation, because its response may have been lost. While loading, and if the request fails,
 * the last response or else the remembered state is shown (docs/rules.md R2.14).
 */
export const attendanceCheck = (activity: Checked, viewer: Viewer) =>
  queryOptions({
    queryKey: attendanceKey(activity._id, viewer),
    queryFn: ({ client, queryKey }) =>
      fetchState(activity, viewer).catch(
        () => client.getQueryData<OwnState>(queryKey) ?? recalled(activity._id, viewer),
      ),
    placeholderData: recalled(activity._id, viewer),
    staleTime: STALE_MS,
    retry: false,
  });

/** The e-mail of the viewer's attendance, if this browser knows it; null leaves it to the visitor's cookie. */
export const attendingEmail = (taskId: string, viewer: Viewer) => viewer?.email ?? rememberedEmail(taskId);

const recalled = (taskId: string, viewer: Viewer): OwnState =>
  isRemembered(attendingEmail(taskId, viewer) ?? '', taskId)
    ? { ...CONFIRMED, isRecalled: true }
    : { ...notListed(taskId, viewer), isRecalled: !isUnsent(taskId, viewer) };

const notListed = (taskId: string, viewer: Viewer): OwnState =>
  isUnsent(taskId, viewer) ? UNSENT : NOT_LISTED;

/**
 * Activities are checked together, which tells who is confirmed and, once the door has opened, who has arrived. Before the start a place,
 * an offer or a question has a check of its own.
 */
async function fetchState(activity: Checked, viewer: Viewer): Promise<OwnState> {
  const { _id: taskId, capacity, asksAgain } = activity;
  const email = attendingEmail(taskId, viewer);
  const isAlone = (capacity !== null || asksAgain) && !hasStarted(activity, now());
  const isTogether = !isAlone || doorHours(activity).opens <= now();
  const [own, attended] = await Promise.all([
    isAlone ? call(checkAttendance, { params: { taskId } }) : undefined,
    isTogether ? attendanceLoader.load(taskId) : null,
  ]);
  const state = own ?? (attended === null ? NOT_LISTED : CONFIRMED);
  if (email !== null) remember(email, taskId, state.status === 'confirmed');
  if (state.status === null) return notListed(taskId, viewer);
  return { ...state, checkedInAt: attended?.checkedInAt ?? null };
}
