import { setTimeout as wait } from 'node:timers/promises';
import { fetchOnce, measureCall } from './measure-call.ts';
import { publicPages } from './pages.ts';
import { type Aim, type Row, rowOf } from './row.ts';
import type { Part, Site } from './site.ts';
import { upcomingIds } from './upcoming-ids.ts';

const part = 'conditional';
/** Longer than the response cache's 5 s: a response that is rendered again must have the same ETag. */
const CACHE_EXPIRY_MS = 5_500;

/** Public responses requested with `If-None-Match`: 304 without a body. */
export const conditional: Part = {
  name: part,
  async run(site) {
    const [id = ''] = await upcomingIds(site.pool, 1);
    const calls = {
      others: '/api/tasks/others?limit=24',
      promoted: '/api/tasks/promoted?limit=24',
      'search, ten hits': '/api/tasks/search?q=yarumal&limit=24',
      'one activity': `/api/tasks/${id}`,
      ...publicPages(id),
    };
    const headersByPath = new Map<string, Record<string, string>>();
    for (const path of Object.values(calls)) headersByPath.set(path, await conditionalHeaders(site, path));
    await wait(CACHE_EXPIRY_MS);
    const statuses = new Map<string, number>();
    for (const [path, headers] of headersByPath) statuses.set(path, await statusOf(site, path, headers));
    const rows: Row[] = [];
    for (const [call, path] of Object.entries(calls)) {
      rows.push(await measureConditional(site, call, path, statuses.get(path) ?? 0));
    }
    return rows;
  },
};

/** The headers of a client that has cached the current response. */
async function conditionalHeaders({ origin }: Site, path: string): Promise<Record<string, string>> {
  const response = await fetchOnce(origin, { path });
  await response.arrayBuffer();
  return { 'if-none-match': response.headers.get('etag') ?? '' };
}

async function statusOf({ origin }: Site, path: string, headers: Record<string, string>): Promise<number> {
  const response = await fetchOnce(origin, { path, headers });
  await response.arrayBuffer();
  return response.status;
}

/** `status` is the response to a conditional request after the cache has expired. */
async function measureConditional(site: Site, call: string, path: string, status: number): Promise<Row> {
  const aim: Aim = { text: '304', holds: () => status === 304 };
  // A full response; other parts measure those.
  if (status !== 304) return rowOf({ part, size: site.size, call }, aim);
  const measure = async () =>
    measureCall(site, { part, call, request: { path, headers: await conditionalHeaders(site, path) }, aim });
  // One retry: the landing page changes when its statistics are refreshed every five minutes.
  return measure().catch(measure);
}
