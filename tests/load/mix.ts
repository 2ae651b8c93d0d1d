import { randomUUID } from 'node:crypto';
import { type Asked, timeRequests } from './http-load.ts';
import { someWords } from './many-activities.ts';
import { untilLettersAreSent } from './quiet.ts';
import { residentDuring } from './resident.ts';
import { type Row, rowOf } from './row.ts';
import { signedIn } from './sessions.ts';
import type { Part, Site } from './site.ts';
import { upcomingIds } from './upcoming-ids.ts';

/** Requests a second. */
const RATES = [200, 500, 1_000, 2_000];
const CONNECTIONS = 50;
const ACTIVITIES = 1_000;
const WORDS = 1_500;

/** What many visitors do at the same time, at so many requests a second: what docs/scale.md reckons with. */
export const mix: Part = {
  name: 'mix',
  async run(site) {
    const rows: Row[] = [];
    const visit = await visits(site);
    for (const rate of RATES) rows.push(await measure(site, rate, visit));
    return rows;
  },
};

async function measure(site: Site, rate: number, asked: () => Asked): Promise<Row> {
  const { origin, pid, pool, pace, size } = site;
  const load = { origin, asked, status: '2xx', connections: CONNECTIONS, rate } as const;
  const { result, megabytes } = await residentDuring(pid, () => timeRequests(pace, load));
  await untilLettersAreSent(pool);
  return rowOf({ part: 'mix', call: `${rate} requests a second`, size, ...result, megabytes });
}

/** Of a hundred requests: 50 pages, 32 lists and activities, 12 with a session, 5 searches, one confirmation. */
async function visits({ pool }: Site): Promise<() => Asked> {
  const ids = await upcomingIds(pool, ACTIVITIES);
  const words = await someWords(pool, WORDS);
  const headers = await signedIn(pool, `role = 'user'`);
  let count = 0;
  const one = (of: readonly string[]) => of[Math.floor(Math.random() * of.length)] ?? '';
  const kinds: [upTo: number, make: () => Asked][] = [
    [30, () => ({ path: '/actividades' })],
    [50, () => ({ path: `/actividades/${one(ids)}` })],
    [70, () => ({ path: '/api/tasks/others?limit=24' })],
    [82, () => ({ path: `/api/tasks/${one(ids)}` })],
    [87, () => ({ path: `/api/tasks/search?q=${one(words)}&limit=24` })],
    [95, () => ({ path: '/api/auth/verify', headers })],
    [99, () => ({ path: `/api/tasks/${one(ids)}`, headers })],
    [100, () => confirmation(one(ids))],
  ];
  return () => {
    // By turns, far apart: 37 and 100 have no divisor in common.
    count = (count + 37) % 100;
    const [, make] = kinds.find(([upTo]) => count < upTo) ?? [];
    if (make === undefined) throw new Error('the shares are not a hundred');
    return make();
  };
}

const confirmation = (taskId: string): Asked => ({
  method: 'POST',
  path: '/api/attendances/confirm',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ taskId, name: 'Luz Dary', email: `${randomUUID()}@example.org` }),
});
