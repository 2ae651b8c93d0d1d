import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createSession } from './create-session.ts';
import { timeRequests } from './http-load.ts';
import { fetchOnce, measureCall } from './measure-call.ts';
import { peakMemoryDuring } from './resident-memory.ts';
import { p99Within, type Row, rowOf } from './row.ts';
import type { Part, Pool, Site } from './site.ts';
import { upcomingIds } from './upcoming-ids.ts';

const PEOPLE = 2_000;
const DOORS = 20;
/** Check-ins a second of all doors: one every two seconds at each. */
const RATE = 10;
const LIST_KB_MAX = 300;
const part = 'door';

/** The list of a door, and check-ins of 20 doors at once, each of another person. */
export const door: Part = {
  name: part,
  async run(site) {
    const [taskId = ''] = await upcomingIds(site.pool, 1);
    await site.pool.query(`update activities set date = now() + interval '4 hours' where id = $1`, [taskId]);
    const people = await fillPeople(site.pool, taskId);
    const headers = await createSession(
      site.pool,
      `id = (select owner_id from activities where id = '${taskId}')`,
    );
    const path = `/api/attendances/${taskId}/door`;
    const list = await fetchOnce(site.origin, { path, headers });
    const kilobytes = gzipSync(Buffer.from(await list.arrayBuffer())).length / 1000;
    const call = `list of ${PEOPLE} people, ${kilobytes.toFixed(0)} kB compressed`;
    return [
      {
        ...(await measureCall(site, { part, call, request: { path, headers } })),
        ...{ aim: `≤ ${LIST_KB_MAX} kB`, met: kilobytes <= LIST_KB_MAX ? 'yes' : 'no' },
      },
      await measureCheckIns(site, `one check-in, ${DOORS} doors, ${RATE} a second`, people, RATE),
      await measureCheckIns(site, `one check-in, ${DOORS} doors without a pause`, people),
    ];

    async function measureCheckIns(
      { origin, pid, profile, size }: Site,
      what: string,
      ids: readonly string[],
      rate?: number,
    ): Promise<Row> {
      let sent = 0;
      const request = () => {
        const attendanceId = ids[sent % ids.length];
        sent += 1;
        const item = { id: randomUUID(), attendanceId, at: new Date().toISOString() };
        return {
          method: 'POST',
          path: `/api/attendances/${taskId}/check-ins`,
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ items: [item] }),
        } as const;
      };
      const load = { origin, request, status: 200, connections: DOORS, ...(rate !== undefined && { rate }) };
      const { result, megabytes } = await peakMemoryDuring(pid, () => timeRequests(profile, load));
      return rowOf({ part, call: what, size, ...result, megabytes }, p99Within(50));
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
