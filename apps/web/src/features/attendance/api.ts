import type { Activity } from '@minga/contract/activities';
import { hasStarted } from '@minga/contract/activity-phase';
import { CHECKED_TASKS_MAX, checkAttendance, checkAttendances } from '@minga/contract/attendance';
import { doorHours } from '@minga/contract/door-hours';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import DataLoader from 'dataloader';
import { now } from '../../lib/dates/now.ts';
import { activitiesKey } from '../../lib/server/activities-key.ts';
import { call } from '../../lib/server/api.ts';
import { CONFIRMED, NOT_LISTED, type OwnState, UNSENT, type Viewer } from './model.ts';
import {
  isRemembered,
  isUnsent,
  NO_EMAIL,
  remember,
  rememberedEmail,
  rememberForOther,
} from './remembered-attendances.ts';

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
  isRemembered(attendingEmail(taskId, viewer) ?? NO_EMAIL, taskId)
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
  remember(email ?? NO_EMAIL, taskId, state.status === 'confirmed');
  if (state.status === null) return notListed(taskId, viewer);
  return { ...state, checkedInAt: attended?.checkedInAt ?? null };
}

/** The batch window: one scroll step reveals one or two rows of cards. */
const BATCH_WINDOW_MS = 30;

/** A confirmed attendance of the viewer's. */
interface Attended {
  /** Null: not checked in. */
  readonly checkedInAt: string | null;
}

/** Batches the checks of activities that scroll into view at the same time; null: not attended. The query cache stores the results. */
const attendanceLoader = new DataLoader<string, Attended | null>(
  async taskIds => {
    const { attending, arrived } = await call(checkAttendances, {
      query: { taskIds: [...new Set(taskIds)].join(',') },
    });
    const arrivals = new Map(arrived.map(({ taskId, checkedInAt }) => [taskId, checkedInAt]));
    return taskIds.map(id => (attending.includes(id) ? { checkedInAt: arrivals.get(id) ?? null } : null));
  },
  {
    cache: false,
    maxBatchSize: CHECKED_TASKS_MAX,
    batchScheduleFn: send => void setTimeout(send, BATCH_WINDOW_MS),
  },
);

/** Stores how the viewer's attendance stands and cancels a check in flight, whose response predates the change. */
export function setCachedAttendance(
  queryClient: QueryClient,
  viewer: Viewer,
  { taskId, email }: { taskId: string; email: string | null },
  state: OwnState,
): void {
  // An account may have confirmed for a person without an e-mail, who is not this browser's.
  if (email !== null || viewer === null) remember(email ?? NO_EMAIL, taskId, state.status === 'confirmed');
  // An account that confirms for another e-mail does not attend itself.
  if (viewer !== null && viewer.email !== email) {
    if (email !== null) rememberForOther(viewer.email, { taskId, email }, state.status !== null);
    return;
  }
  const queryKey = attendanceKey(taskId, viewer);
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, state);
}

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
 * Refetches the activities on screen: an attendance changes their counts, free places and needs, and whether the viewer may see a private
 * location.
 */
export const refetchChanged = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: activitiesKey });
