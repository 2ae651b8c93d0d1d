import type { Activity } from '@minga/contract/activities';
import { checkAttendance } from '@minga/contract/attendance';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { CONFIRMED, NOT_LISTED, type OwnState, UNSENT } from '../own-state.ts';
import { isRemembered, isUnsent, remember, rememberedEmail } from '../remembered-attendances.ts';
import type { Viewer } from '../viewer.ts';
import { attendanceLoader } from './attendance-loader.ts';

// Attendances rarely change elsewhere while a list is open, so its cards are not checked twice.
const STALE_MS = 60_000;

export const attendanceKey = (taskId: string, viewer: Viewer) =>
  ['attendance', taskId, viewer?.email ?? null] as const;

type Checked = Pick<Activity, '_id' | 'capacity' | 'asksAgain'>;

/**
 * How the viewer's attendance stands. The server identifies the viewer by the session or the visitor's cookie. A visitor is checked
 * even if this browser remembers no confirmation, because its response may have been lost. While loading, and if the request fails,
 * the last response or else the remembered state is shown (spec 000 section 4). Activities
 * without a limit of places that do not ask again are checked together, which tells only who is confirmed.
 */
export const attendanceCheck = ({ _id: taskId, capacity, asksAgain }: Checked, viewer: Viewer) =>
  queryOptions({
    queryKey: attendanceKey(taskId, viewer),
    queryFn: ({ client, queryKey }) =>
      fetchState(taskId, viewer, capacity !== null || asksAgain).catch(
        () => client.getQueryData<OwnState>(queryKey) ?? recalled(taskId, viewer),
      ),
    placeholderData: recalled(taskId, viewer),
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

async function fetchState(taskId: string, viewer: Viewer, isAlone: boolean): Promise<OwnState> {
  const email = attendingEmail(taskId, viewer);
  const state = isAlone
    ? await call(checkAttendance, { params: { taskId } })
    : (await attendanceLoader.load(taskId))
      ? CONFIRMED
      : NOT_LISTED;
  if (email !== null) remember(email, taskId, state.status === 'confirmed');
  return state.status === null ? notListed(taskId, viewer) : state;
}
