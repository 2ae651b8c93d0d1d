import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { verifyPassword } from '../../apps/api/src/modules/accounts/passwords.ts';
import { fillActivities } from './many-activities.ts';
import { measureCall } from './measure-call.ts';
import { residentDuring, residentNow, residentOfDatabase } from './resident.ts';
import { MODEST, type Row, rowOf } from './row.ts';
import type { Part, Site } from './site.ts';
import { type Timing, timeLoops } from './timing.ts';

const part = 'memory';
const SETTLE_MS = 5_000;
const SIGN_INS = 50;

/** What the process holds fresh, and while fifty people sign in at once (each hash takes 19 MB), and what others wait then. */
export const memory: Part = {
  name: part,
  async run(site) {
    await wait(SETTLE_MS * site.pace.share);
    const fresh = { part, call: 'fresh, at rest', megabytes: await residentNow(site.pid) };
    await fillActivities(site.databaseUrl, 1_000);
    const rows = [
      rowOf(fresh, MODEST),
      await measureSignIns(site),
      await measureCall(site, { part, call: 'a short list', asked }),
      await measureCall(site, {
        ...{ part, call: 'a short list beside them', asked, aim: MODEST },
        beside: () => signIn(site),
      }),
    ];
    const megabytes = await residentOfDatabase(site.pool);
    return [...rows, rowOf({ part, call: 'PostgreSQL after these, all its processes', megabytes })];
  },
};

const asked = { path: '/api/tasks/others?limit=1' };

/** Beside a loop of the same hashes: of an account and of a sign-up, whether there are such or not. */
async function measureSignIns(site: Site): Promise<Row> {
  const best = await timeLoops(site.pace, SIGN_INS, async () => {
    await verifyPassword('no-es-esta', null);
    await verifyPassword('no-es-esta', null);
  });
  const { result, megabytes } = await residentDuring(site.pid, () => signIn(site));
  const figures = { part, call: `${SIGN_INS} sign-ins at once`, ...result, bareRate: best.rate, megabytes };
  return rowOf(figures, MODEST);
}

const signIn = ({ origin, pace }: Site): Promise<Timing> =>
  timeLoops(pace, SIGN_INS, async () => {
    const reply = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${randomUUID()}@example.org`, password: 'no-es-esta' }),
    });
    if (reply.status !== 401) throw new Error(`a sign-in was answered by ${reply.status}`);
    await reply.arrayBuffer();
  });
