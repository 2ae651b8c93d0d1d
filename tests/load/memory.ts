import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { verifyPassword } from '../../apps/api/src/modules/accounts/password-service.ts';
import { fillActivities } from './fill-activities.ts';
import { measureCall } from './measure-call.ts';
import { databaseMemory, peakMemoryDuring, residentMemory } from './resident-memory.ts';
import { MEMORY_AIM, type Row, rowOf } from './row.ts';
import type { Part, Site } from './site.ts';
import { type Timing, timeLoops } from './timing.ts';

const part = 'memory';
const SETTLE_MS = 5_000;
const SIGN_INS = 50;

/**
 * The process's memory after its start and during fifty concurrent sign-ins (each password hash takes 19 MB), and the latency of
 * other requests at that time.
 */
export const memory: Part = {
  name: part,
  async run(site) {
    await wait(SETTLE_MS * site.profile.share);
    const idle = { part, call: 'after start, idle', megabytes: await residentMemory(site.pid) };
    await fillActivities(site.databaseUrl, 1_000);
    const rows = [
      rowOf(idle, MEMORY_AIM),
      await measureSignIns(site),
      await measureCall(site, { part, call: 'a short list', request }),
      await measureCall(site, {
        part,
        call: `a short list during ${SIGN_INS} sign-ins`,
        request,
        aim: MEMORY_AIM,
        concurrently: () => timeSignIns(site),
      }),
    ];
    const megabytes = await databaseMemory(site.databaseFolder);
    return [...rows, rowOf({ part, call: 'PostgreSQL after these, all processes', megabytes })];
  },
};

const request = { path: '/api/tasks/others?limit=1' };

/** The baseline is a loop of the same hashes: a sign-in verifies one for the account and one for the registration. */
async function measureSignIns(site: Site): Promise<Row> {
  const baseline = await timeLoops(site.profile, SIGN_INS, async () => {
    await verifyPassword('no-es-esta', null);
    await verifyPassword('no-es-esta', null);
  });
  const { result, megabytes } = await peakMemoryDuring(site.pid, () => timeSignIns(site));
  const figures = {
    part,
    call: `${SIGN_INS} concurrent sign-ins`,
    ...result,
    baselineRate: baseline.rate,
    megabytes,
  };
  return rowOf(figures, MEMORY_AIM);
}

const timeSignIns = ({ origin, profile }: Site): Promise<Timing> =>
  timeLoops(profile, SIGN_INS, async () => {
    const response = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${randomUUID()}@example.org`, password: 'no-es-esta' }),
    });
    if (response.status !== 401) throw new Error(`a sign-in returned ${response.status}`);
    await response.arrayBuffer();
  });
