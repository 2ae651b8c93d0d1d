import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createSession } from './create-session.ts';
import { timeRequests } from './http-load.ts';
import { fetchOnce, measureCall } from './measure-call.ts';
import { peakMemoryDuring } from './resident-memory.ts';
import { p99Within, type Row, rowOf } from './row.ts';
import type { Part, Pool } from './site.ts';
import { timingOf } from './timing.ts';
import { upcomingIds } from './upcoming-ids.ts';

const PEOPLE = 2_000;
const DOORS = 20;
/** Of each door, which is faster than people come in. */
const CHECK_INS_A_SECOND = 1;
const ROUNDS = 15;
const WARM_UP_ROUNDS = 3;
const LIST_KB_MAX = 300;
const part = 'door';

/** The list of a door, and check-ins of 20 doors at once, each of another person. */
export const door: Part = {
  name: part,
  async run(site) {
    const [taskId = ''] = await upcomingIds(site.pool, 1);
    await site.pool.query(
      `update activities set date = now() + interval '4 hours', capacity = null where id = $1`,
      [taskId],
    );
    // Other parts confirmed attendances here.
    await site.pool.query('delete from attendances where activity_id = $1', [taskId]);
    const people = await fillPeople(site.pool, taskId);
    const headers = await createSession(
      site.pool,
      `id = (select owner_id from activities where id = '${taskId}')`,
    );
    const path = `/api/attendances/${taskId}/door`;
    const list = await fetchOnce(site.origin, { path, headers });
    const kilobytes = gzipSync(Buffer.from(await list.arrayBuffer())).length / 1000;
    let sent = 0;
    const call = `list of ${PEOPLE} people, ${kilobytes.toFixed(0)} kB compressed`;
    return [
      {
        ...(await measureCall(site, { part, call, request: { path, headers } })),
        aim: `≤ ${LIST_KB_MAX} kB`,
        met: kilobytes <= LIST_KB_MAX ? 'yes' : 'no',
      },
      await measureDoors(),
      await measureWithoutPause(),
    ];

    function nextCheckIn() {
      const attendanceId = people[sent % people.length];
      sent += 1;
      const item = { id: randomUUID(), attendanceId, at: new Date().toISOString() };
      return {
        method: 'POST',
        path: `/api/attendances/${taskId}/check-ins`,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ items: [item] }),
      } as const;
    }

    async function measureDoors(): Promise<Row> {
      const { origin, profile, size } = site;
      const rounds = WARM_UP_ROUNDS + Math.max(2, ROUNDS * profile.share);
      const startedAt = performance.now();
      const times: number[] = [];
      await Promise.all(
        Array.from({ length: DOORS }, async (_, number) => {
          for (let round = 0; round < rounds; round += 1) {
            // One door after the other.
            const due = startedAt + (1000 * (round + number / DOORS)) / CHECK_INS_A_SECOND;
            await wait(Math.max(0, due - performance.now()));
            const { path: to, ...request } = nextCheckIn();
            const sentAt = performance.now();
            const response = await fetch(origin + to, request);
            await response.arrayBuffer();
            if (response.status !== 200) throw new Error(`a check-in was answered with ${response.status}`);
            if (round >= WARM_UP_ROUNDS) times.push(performance.now() - sentAt);
          }
        }),
      );
      const timing = timingOf(times, ((rounds - WARM_UP_ROUNDS) * 1000) / CHECK_INS_A_SECOND);
      const what = `one check-in, ${DOORS} doors, ${CHECK_INS_A_SECOND} a second at each`;
      return rowOf({ part, call: what, size, ...timing }, p99Within(50));
    }

    async function measureWithoutPause(): Promise<Row> {
      const { origin, pid, profile, size } = site;
      const load = { origin, request: nextCheckIn, status: 200, connections: DOORS };
      const { result, megabytes } = await peakMemoryDuring(pid, () => timeRequests(profile, load));
      return rowOf({
        part,
        call: `one check-in, ${DOORS} doors without a pause`,
        size,
        ...result,
        megabytes,
      });
    }
  },
};

/** Attendees of an activity; returns the ids of their attendances. */
async function fillPeople(pool: Pool, activityId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into attendances (id, activity_id, name, email, proof_hash, created_at)
     select gen_random_uuid(), $1, 'Persona Número ' || n, 'puerta' || n || '@example.org', decode(md5(n::text) || md5(n::text), 'hex'), now()
     from generate_series(1, $2::int) n returning id`,
    [activityId, PEOPLE],
  );
  return rows.map(({ id }) => id);
}
