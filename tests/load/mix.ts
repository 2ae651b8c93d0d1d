import { randomUUID } from 'node:crypto';
import { createSession } from './create-session.ts';
import { sampleWords } from './fill-activities.ts';
import { type LoadRequest, timeRequests } from './http-load.ts';
import { peakMemoryDuring } from './resident-memory.ts';
import { type Row, rowOf } from './row.ts';
import type { Part, Site } from './site.ts';
import { upcomingIds } from './upcoming-ids.ts';
import { waitForEmails } from './wait-for-emails.ts';

/** Requests a second. */
const RATES = [200, 500, 1_000, 2_000];
const CONNECTIONS = 50;
const ACTIVITIES = 1_000;
const WORDS = 1_500;

/** A mixed workload of many visitors at fixed request rates; docs/scale.md derives its capacity from it. */
export const mix: Part = {
  name: 'mix',
  async run(site) {
    const rows: Row[] = [];
    const visit = await createVisitMix(site);
    for (const rate of RATES) rows.push(await measure(site, rate, visit));
    return rows;
  },
};

async function measure(site: Site, rate: number, request: () => LoadRequest): Promise<Row> {
  const { origin, pid, pool, profile, size } = site;
  const load = { origin, request, status: '2xx', connections: CONNECTIONS, rate } as const;
  const { result, megabytes } = await peakMemoryDuring(pid, () => timeRequests(profile, load));
  await waitForEmails(pool);
  return rowOf({ part: 'mix', call: `${rate} requests a second`, size, ...result, megabytes });
}

/** Returns the next of a hundred requests: 50 pages, 32 lists and activities, 12 with a session, 5 searches, one confirmation. */
async function createVisitMix({ pool }: Site): Promise<() => LoadRequest> {
  const ids = await upcomingIds(pool, ACTIVITIES);
  const words = await sampleWords(pool, WORDS);
  const headers = await createSession(pool, `role = 'user'`);
  let count = 0;
  const randomOf = (of: readonly string[]) => of[Math.floor(Math.random() * of.length)] ?? '';
  const kinds: [upTo: number, make: () => LoadRequest][] = [
    [30, () => ({ path: '/actividades' })],
    [50, () => ({ path: `/actividades/${randomOf(ids)}` })],
    [70, () => ({ path: '/api/tasks/others?limit=24' })],
    [82, () => ({ path: `/api/tasks/${randomOf(ids)}` })],
    [87, () => ({ path: `/api/tasks/search?q=${randomOf(words)}&limit=24` })],
    [95, () => ({ path: '/api/auth/verify', headers })],
    [99, () => ({ path: `/api/tasks/${randomOf(ids)}`, headers })],
    [100, () => confirmation(randomOf(ids))],
  ];
  return () => {
    // A step of 37, coprime to 100, visits every share once and interleaves the kinds.
    count = (count + 37) % 100;
    const [, make] = kinds.find(([upTo]) => count < upTo) ?? [];
    if (make === undefined) throw new Error('the shares do not sum up to a hundred');
    return make();
  };
}

const confirmation = (taskId: string): LoadRequest => ({
  method: 'POST',
  path: '/api/attendances/confirm',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ taskId, name: 'Luz Dary', email: `${randomUUID()}@example.org` }),
});
