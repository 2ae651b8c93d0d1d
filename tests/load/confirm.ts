import { randomBytes, randomUUID } from 'node:crypto';
import { NEED_QUANTITY_MAX, NEEDS_MAX } from '@minga/contract/needs';
import { createBaselineTable } from './baseline-table.ts';
import { CONNECTIONS, timeRequests } from './http-load.ts';
import { peakMemoryDuring } from './resident-memory.ts';
import { atLeast, type Row, rowOf } from './row.ts';
import type { Part, Pool, Site } from './site.ts';
import { type Timing, timeLoops } from './timing.ts';
import { upcomingIds } from './upcoming-ids.ts';
import { waitForEmails } from './wait-for-emails.ts';

const ACTIVITIES = 1_000;
/** In a shorter run the slow first requests would dominate. */
const MIN_SECONDS = 1;
/** The rate of a process rises for about this long (docs/decisions/0081-cost-of-a-confirmation.md). */
const WARM_UP_SECONDS = 16;
const part = 'confirm';

/**
 * A visitor's confirmation, all on one activity and spread over many, against an INSERT of its row and against INSERTs of most
 * rows that it writes; on one activity with a limited number of places, and with needs of which each claims one, against one without.
 */
export const confirm: Part = {
  name: part,
  async run(site) {
    const ids = await upcomingIds(site.pool, ACTIVITIES);
    const seconds = Math.max(MIN_SECONDS, site.profile.seconds);
    const profile = { ...site.profile, seconds };
    const warmUpSeconds = Math.max(seconds, WARM_UP_SECONDS * site.profile.share);
    const allInserts = await timeAllInserts({ ...site, profile }, ids);
    const spread = await measure(
      { ...site, profile: { ...profile, warmUpSeconds } },
      'spread over many',
      ids,
    );
    const { rate, p50, p99, size } = spread;
    const call = 'spread over many, against SQL with e-mail, notification and NOTIFY';
    const one = await measure({ ...site, profile }, 'one activity', ids.slice(0, 1));
    await site.pool.query('update activities set capacity = 100000 where id = $1', [ids[1]]);
    const limited = await measure({ ...site, profile }, 'one activity', ids.slice(1, 2));
    const needs = await addNeeds(site.pool, ids[2]);
    const claimed = await measure({ ...site, profile }, 'one activity', ids.slice(2, 3), needs);
    const againstOne = (name: string, measured: Row): Row =>
      rowOf(
        {
          part,
          call: name,
          size,
          baselineRate: one.rate,
          rate: measured.rate,
          p50: measured.p50,
          p99: measured.p99,
        },
        atLeast(0.7),
      );
    return [
      one,
      againstOne('one activity with places, against one without', limited),
      againstOne('one activity, each claims one of its needs, against without', claimed),
      spread,
      rowOf({ part, call, size, rate, p50, p99, baselineRate: allInserts.rate }),
    ];
  },
};

/** Adds needs, enough for each of many people to claim one. Returns their ids. */
async function addNeeds(pool: Pool, activityId: string | undefined): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into activity_needs (id, activity_id, position, kind, name, quantity, note)
     select gen_random_uuid(), $1, n, 'task', 'Cocina ' || n, $3, '' from generate_series(0, $2 - 1) n returning id`,
    [activityId, NEEDS_MAX, NEED_QUANTITY_MAX],
  );
  return rows.map(({ id }) => id);
}

async function measure(
  site: Site,
  call: string,
  ids: readonly string[],
  needs: readonly string[] = [],
): Promise<Row> {
  const { pool, pid, origin, profile, size } = site;
  const baseline = await timeAttendanceInserts(site, ids);
  let sent = 0;
  const request = () => {
    sent += 1;
    const visit = {
      taskId: ids[sent % ids.length],
      name: 'Luz Dary',
      email: `${randomUUID()}@example.org`,
      claims: needs.length === 0 ? [] : [{ needId: needs[sent % needs.length], quantity: 1 }],
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
