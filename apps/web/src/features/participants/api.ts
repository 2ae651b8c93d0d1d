import type { Attendance } from '@minga/contract/attendance';
import { LIST_LIMIT } from '@minga/contract/lists';
import { listParticipants } from '@minga/contract/participants';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { callList } from '../../lib/server/api.ts';
import { mergePages, nextOffset } from '../../lib/server/pages.ts';
import { type ParticipantPages, withParticipants } from './model.ts';
import { turnout } from './turnout.ts';

/** A small first page renders quickly; the following ones use the maximum size. */
export const FIRST_PAGE = 100;
/** Longer lists are extended instead of refetched where possible. */
const REFETCH_PAGES_MAX = 2;

const KEY = 'participants';

/** The participants of the user's own activity, paged, by confirmation time. Rejects with 403 or 404 for other activities. */
export const participantsQuery = (taskId: string) =>
  infiniteQueryOptions({
    queryKey: [KEY, taskId],
    queryFn: ({ pageParam: offset, signal }) =>
      callList(listParticipants, {
        params: { taskId },
        query: { limit: offset === 0 ? FIRST_PAGE : LIST_LIMIT, offset },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    select: mergePages,
  });

/**
 * Called when the list has changed, here or elsewhere (live event `asistentes_actualizados`): invalidates it, which
 * refetches a visible list. For a long list to which participants were only added, fetches the new rows at its end.
 */
export async function refreshParticipants(queryClient: QueryClient, taskId: string): Promise<void> {
  const { queryKey } = participantsQuery(taskId);
  void queryClient.invalidateQueries(turnout(taskId));
  const data = queryClient.getQueryData(queryKey);
  const extended = data && data.pages.length > REFETCH_PAGES_MAX ? await fetchNewest(taskId, data) : null;
  if (extended !== null && queryClient.getQueryData(queryKey) === data) {
    queryClient.setQueryData(queryKey, extended);
    return;
  }
  await queryClient.invalidateQueries({ queryKey });
}

/** After an activity was deleted, other cached data may refer to it. */
export const invalidateOtherQueries = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY });

/** The list with the newly added participants; null if it changed otherwise, which moves its last row or adds none. */
async function fetchNewest(taskId: string, data: ParticipantPages): Promise<ParticipantPages | null> {
  const { rows: cachedRows, total } = mergePages(data);
  const isComplete = nextOffset(data.pages.at(-1) ?? { rows: [], total: 0 }, data.pages) === undefined;
  const query = { limit: isComplete ? LIST_LIMIT : 1, offset: cachedRows.length - 1 };
  const end = await callList(listParticipants, { params: { taskId }, query }).catch(() => null);
  const [last, ...added]: Attendance[] = end?.rows ?? [];
  const isUnchanged = last?._id === cachedRows.at(-1)?._id;
  return end !== null && isUnchanged && end.total > total ? withParticipants(data, added, end.total) : null;
}

/** Parallel requests; a low number leaves the server capacity for others. */
const CONCURRENCY = 3;
/** Attempts to fetch a list that changes during the export; the last one is returned as it is. */
const ATTEMPTS_MAX = 3;

/**
 * Fetches all participants in list order. `onProgress` receives the loaded share, from 0 to 1. Throws an ApiError if a page
 * fails, because a partial list would look complete.
 */
export async function fetchAllParticipants(
  taskId: string,
  onProgress: (share: number) => void,
): Promise<Attendance[]> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows, isSteady } = await fetchPages(taskId, onProgress);
    if (isSteady || attempt === ATTEMPTS_MAX) return rows;
  }
}

async function fetchPages(taskId: string, onProgress: (share: number) => void) {
  const pages = new Map<number, Attendance[]>();
  const totals = new Set<number>();
  let total = 0;
  let next = 0;

  async function fetchNext(): Promise<void> {
    const offset = next;
    next += LIST_LIMIT;
    const query = { limit: LIST_LIMIT, offset };
    const page = await callList(listParticipants, { params: { taskId }, query });
    pages.set(offset, page.rows);
    total = page.total;
    totals.add(total);
    onProgress(Math.min(1, (pages.size * LIST_LIMIT) / Math.max(total, 1)));
  }
  async function fetchRemaining(): Promise<void> {
    while (next < total) await fetchNext();
  }

  // The first page contains the total.
  await fetchNext();
  await Promise.all(Array.from({ length: CONCURRENCY }, fetchRemaining));
  const rows = [...pages].toSorted(([one], [other]) => one - other).flatMap(([, page]) => page);
  // A change between two requests shifts the offsets: a row may be missing or fetched twice.
  return { rows: [...new Map(rows.map(row => [row._id, row])).values()], isSteady: totals.size === 1 };
}

/** All current participants, to determine the outcome of a call whose response was lost; null if the request fails. */
export const currentParticipants = (taskId: string): Promise<Attendance[] | null> =>
  fetchAllParticipants(taskId, () => {}).catch(() => null);
