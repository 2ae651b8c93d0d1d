import type { Attendance } from '@minga/contract/attendance';
import { LIST_LIMIT } from '@minga/contract/endpoint';
import { listParticipants } from '@minga/contract/participants';
import { callList } from '../../../lib/api.ts';

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
