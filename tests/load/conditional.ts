import { setTimeout as wait } from 'node:timers/promises';
import { fetchOnce, measureCall } from './measure-call.ts';
import { publicPages } from './pages.ts';
import { type Aim, type Row, rowOf } from './row.ts';
import type { Part, Site } from './site.ts';
import { upcomingIds } from './upcoming-ids.ts';

const part = 'conditional';
/** The product keeps such replies for 5 s: what is made anew must be known as the same. */
const CACHE_EXPIRY_MS = 5_500;

/** What is the same for everybody, request for by who has it already: 304, without the bytes. */
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

/** The headers of who has what is there now. */
async function conditionalHeaders({ origin }: Site, path: string): Promise<Record<string, string>> {
  const reply = await fetchOnce(origin, { path });
  await reply.arrayBuffer();
  return { 'if-none-match': reply.headers.get('etag') ?? '' };
}

async function statusOf({ origin }: Site, path: string, headers: Record<string, string>): Promise<number> {
  const reply = await fetchOnce(origin, { path, headers });
  await reply.arrayBuffer();
  return reply.status;
}

/** `status` is what was answered to who knew what was there before it was made anew. */
async function measureConditional(site: Site, call: string, path: string, status: number): Promise<Row> {
  const aim: Aim = { text: '304', holds: () => status === 304 };
  // Then it is the whole reply, which is measured already.
  if (status !== 304) return rowOf({ part, size: site.size, call }, aim);
  const measure = async () =>
    measureCall(site, { part, call, request: { path, headers: await conditionalHeaders(site, path) }, aim });
  // The landing page becomes another when its figures are counted anew, each five minutes.
  return measure().catch(measure);
}
