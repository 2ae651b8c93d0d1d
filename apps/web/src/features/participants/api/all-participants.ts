import { type Attendance, listParticipants } from '@minga/contract/attendance';
import { LIST_LIMIT } from '@minga/contract/endpoint';
import { callList } from '../../../lib/api.ts';

/** Calls that are under way at the same time: the list comes fast, and others are served, too. */
const AT_ONCE = 3;
/** How often it is fetched when it changes meanwhile; then what has come is told as it is. */
const TRIES = 3;

/**
 * Everybody on the list, in its order. `onProgress` is told how much has come, from 0 to 1. Throws an ApiError when a
 * part of it does not come: half a list would look like a whole one.
 */
export async function allParticipants(
  taskId: string,
  onProgress: (share: number) => void,
): Promise<Attendance[]> {
  for (let tries = 1; ; tries += 1) {
    const { rows, isSteady } = await fetchAll(taskId, onProgress);
    if (isSteady || tries === TRIES) return rows;
  }
}

async function fetchAll(taskId: string, onProgress: (share: number) => void) {
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
  async function fetchOnwards(): Promise<void> {
    while (next < total) await fetchNext();
  }

  // The first page tells how many there are.
  await fetchNext();
  await Promise.all(Array.from({ length: AT_ONCE }, fetchOnwards));
  const rows = [...pages].toSorted(([one], [other]) => one - other).flatMap(([, page]) => page);
  // Who leaves meanwhile moves the others: somebody is missing then, or comes twice.
  return { rows: [...new Map(rows.map(row => [row._id, row])).values()], isSteady: totals.size === 1 };
}
