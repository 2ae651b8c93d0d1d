import { randomBytes, randomUUID } from 'node:crypto';
import { createBaselineTable } from './baseline-table.ts';
import { CONNECTIONS, timeRequests } from './http-load.ts';
import { peakMemoryDuring } from './resident-memory.ts';
import { atLeast, type Row, rowOf } from './row.ts';
import type { Part, Site } from './site.ts';
import { type Timing, timeLoops } from './timing.ts';
import { upcomingIds } from './upcoming-ids.ts';
import { waitForEmails } from './wait-for-emails.ts';

const ACTIVITIES = 1_000;
/** In a shorter run the slow first requests would dominate. */
const MIN_SECONDS = 1;
const part = 'confirm';

/**
 * A visitor's confirmation, all on one activity and spread over many, against an INSERT of its row and against INSERTs of most
 * rows that it writes; and on one activity with a limited number of places, against one without.
 */
export const confirm: Part = {
  name: part,
  async run(site) {
    const ids = await upcomingIds(site.pool, ACTIVITIES);
    const profile = { ...site.profile, seconds: Math.max(MIN_SECONDS, site.profile.seconds) };
    const allInserts = await timeAllInserts({ ...site, profile }, ids);
    const spread = await measure({ ...site, profile }, 'spread over many', ids);
    const { rate, p50, p99, size } = spread;
    const call = 'spread over many, against SQL with e-mail, notification and NOTIFY';
    const one = await measure({ ...site, profile }, 'one activity', ids.slice(0, 1));
    await site.pool.query('update activities set capacity = 100000 where id = $1', [ids[1]]);
    const limited = await measure({ ...site, profile }, 'one activity', ids.slice(1, 2));
    return [
      one,
      rowOf(
        {
          ...{ part, size, rate: limited.rate, p50: limited.p50, p99: limited.p99, baselineRate: one.rate },
          call: 'one activity with places, against one without',
        },
        atLeast(0.7),
      ),
      spread,
      rowOf({ part, call, size, rate, p50, p99, baselineRate: allInserts.rate }),
    ];
  },
};

async function measure(site: Site, call: string, ids: readonly string[]): Promise<Row> {
  const { pool, pid, origin, profile, size } = site;
  const baseline = await timeAttendanceInserts(site, ids);
  let sent = 0;
  const request = () => {
    sent += 1;
    const visit = {
      taskId: ids[sent % ids.length],
      name: 'Luz Dary',
      email: `${randomUUID()}@example.org`,
    };
    return {
      method: 'POST',
      path: '/api/attendances/confirm',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(visit),
    } as const;
  };
  const load = { origin, request, status: 201, connections: CONNECTIONS };
  const { result, megabytes } = await peakMemoryDuring(pid, () => timeRequests(profile, load));
  await waitForEmails(pool);
  return rowOf({ part, call, size, ...result, baselineRate: baseline.rate, megabytes }, atLeast(0.5));
}

/** Inserts the attendance's row alone, under the same constraints, one per transaction, over a pool like the product's. */
async function timeAttendanceInserts({ pool, profile }: Site, ids: readonly string[]): Promise<Timing> {
  const table = await createBaselineTable(pool, 'attendances');
  const proof = randomBytes(32);
  let sent = 0;
  return timeLoops(profile, CONNECTIONS, () => {
    sent += 1;
    return pool.query(
      `insert into ${table} (id, activity_id, name, email, proof_hash, created_at) values ($1, $2, $3, $4, $5, now())`,
      [randomUUID(), ids[sent % ids.length], 'Luz Dary', `${randomUUID()}@example.org`, proof],
    );
  });
}

/** Also inserts the e-mail and the owner's notification and notifies a channel: one statement, one transaction. */
async function timeAllInserts({ pool, profile }: Site, ids: readonly string[]): Promise<Timing> {
  const attendances = await createBaselineTable(pool, 'attendances');
  const notifications = await createBaselineTable(pool, 'notifications');
  const mails = await createBaselineTable(pool, 'mails');
  const proof = randomBytes(32);
  const text = 'Siembra, mañana a las 9:00, Parque. '.repeat(100);
  let sent = 0;
  return timeLoops(profile, CONNECTIONS, () => {
    sent += 1;
    return pool.query(
      `with attendance as (
         insert into ${attendances} (id, activity_id, name, email, proof_hash, created_at) values ($1, $2, 'Luz Dary', $3, $4, now())
       ), notification as (
         insert into ${notifications} (id, user_id, type, title, message, created_at)
         select $1, owner_id, 'attendance', 'Nueva asistencia', 'Luz Dary', now() from activities where id = $2
       ), email as (
         insert into ${mails} (id, recipient, subject, html, text, created_at) values ($1, $3, 'Confirmación', $5, $5, now())
       ) select pg_notify('load_test_confirm', $2::text)`,
      [randomUUID(), ids[sent % ids.length], `${randomUUID()}@example.org`, proof, text],
    );
  });
}
