import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { verifyPassword } from '../../apps/api/src/modules/accounts/passwords.ts';
import { fillActivities } from './fill-activities.ts';
import { measureCall } from './measure-call.ts';
import { databaseMemory, peakMemoryDuring, residentMemory } from './resident-memory.ts';
import { MEMORY_AIM, type Row, rowOf } from './row.ts';
import type { Part, Site } from './site.ts';
import { type Timing, timeLoops } from './timing.ts';

const part = 'memory';
const SETTLE_MS = 5_000;
const SIGN_INS = 50;

/** What the process holds fresh, and while fifty people sign in at once (each hash takes 19 MB), and what others wait then. */
export const memory: Part = {
  name: part,
  async run(site) {
    await wait(SETTLE_MS * site.profile.share);
    const fresh = { part, call: 'fresh, at rest', megabytes: await residentMemory(site.pid) };
    await fillActivities(site.databaseUrl, 1_000);
    const rows = [
      rowOf(fresh, MEMORY_AIM),
      await measureSignIns(site),
      await measureCall(site, { part, call: 'a short list', request }),
      await measureCall(site, {
        ...{ part, call: 'a short list beside them', request, aim: MEMORY_AIM },
        concurrently: () => timeSignIns(site),
      }),
    ];
    const megabytes = await databaseMemory(site.pool);
    return [...rows, rowOf({ part, call: 'PostgreSQL after these, all its processes', megabytes })];
  },
};

const request = { path: '/api/tasks/others?limit=1' };

/** Beside a loop of the same hashes: of an account and of a sign-up, whether there are such or not. */
async function measureSignIns(site: Site): Promise<Row> {
  const best = await timeLoops(site.profile, SIGN_INS, async () => {
    await verifyPassword('no-es-esta', null);
    await verifyPassword('no-es-esta', null);
  });
  const { result, megabytes } = await peakMemoryDuring(site.pid, () => timeSignIns(site));
  const figures = {
    part,
    call: `${SIGN_INS} sign-ins at once`,
    ...result,
    baselineRate: best.rate,
    megabytes,
  };
  return rowOf(figures, MEMORY_AIM);
}

const timeSignIns = ({ origin, profile }: Site): Promise<Timing> =>
  timeLoops(profile, SIGN_INS, async () => {
    const reply = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${randomUUID()}@example.org`, password: 'no-es-esta' }),
    });
    if (reply.status !== 401) throw new Error(`a sign-in was answered by ${reply.status}`);
    await reply.arrayBuffer();
  });
