import { randomBytes, randomUUID } from 'node:crypto';
import { makeBareTable } from './bare-table.ts';
import { CONNECTIONS, timeRequests } from './http-load.ts';
import { untilLettersAreSent } from './quiet.ts';
import { residentDuring } from './resident.ts';
import { atLeast, type Row, rowOf } from './row.ts';
import type { Part, Site } from './site.ts';
import { type Timing, timeLoops } from './timing.ts';
import { upcomingIds } from './upcoming-ids.ts';

const ACTIVITIES = 1_000;
/** Of fewer, a first and slow one would be all. */
const SECONDS_LEAST = 1;
const part = 'confirm';

/** A visitor's confirmation: all on one activity, and spread over many; beside its row and beside most of what it writes. */
export const confirm: Part = {
  name: part,
  async run(site) {
    const ids = await upcomingIds(site.pool, ACTIVITIES);
    const pace = { ...site.pace, seconds: Math.max(SECONDS_LEAST, site.pace.seconds) };
    const more = await insertMore({ ...site, pace }, ids);
    const spread = await measure({ ...site, pace }, 'spread over many', ids);
    const { rate, p50, p99, size } = spread;
    const call = 'the same beside SQL with its letter, bell and notice';
    return [
      await measure({ ...site, pace }, 'one activity', ids.slice(0, 1)),
      spread,
      rowOf({ part, call, size, rate, p50, p99, bareRate: more.rate }),
    ];
  },
};

async function measure(site: Site, call: string, ids: readonly string[]): Promise<Row> {
  const { pool, pid, origin, pace, size } = site;
  const best = await insertBare(site, ids);
  let sent = 0;
  const asked = () => {
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
  const load = { origin, asked, status: 201, connections: CONNECTIONS };
  const { result, megabytes } = await residentDuring(pid, () => timeRequests(pace, load));
  await untilLettersAreSent(pool);
  return rowOf({ part, call, size, ...result, bareRate: best.rate, megabytes }, atLeast(0.5));
}

/** The attendance's row alone, under the same constraints: one a transaction, over a pool like the product's. */
async function insertBare({ pool, pace }: Site, ids: readonly string[]): Promise<Timing> {
  const table = await makeBareTable(pool, 'attendances');
  const proof = randomBytes(32);
  let sent = 0;
  return timeLoops(pace, CONNECTIONS, () => {
    sent += 1;
    return pool.query(
      `insert into ${table} (id, activity_id, name, email, proof_hash, created_at) values ($1, $2, $3, $4, $5, now())`,
      [randomUUID(), ids[sent % ids.length], 'Luz Dary', `${randomUUID()}@example.org`, proof],
    );
  });
}

/** Also the letter, the owner's notification and the notice to open screens: one statement, a transaction by itself. */
async function insertMore({ pool, pace }: Site, ids: readonly string[]): Promise<Timing> {
  const attendances = await makeBareTable(pool, 'attendances');
  const notifications = await makeBareTable(pool, 'notifications');
  const mails = await makeBareTable(pool, 'mails');
  const proof = randomBytes(32);
  const text = 'Siembra, mañana a las 9:00, Parque. '.repeat(100);
  let sent = 0;
  return timeLoops(pace, CONNECTIONS, () => {
    sent += 1;
    return pool.query(
      `with coming as (
         insert into ${attendances} (id, activity_id, name, email, proof_hash, created_at) values ($1, $2, 'Luz Dary', $3, $4, now())
       ), told as (
         insert into ${notifications} (id, user_id, type, title, message, created_at)
         select $1, owner_id, 'attendance', 'Nueva asistencia', 'Luz Dary', now() from activities where id = $2
       ), written as (
         insert into ${mails} (id, recipient, subject, html, text, created_at) values ($1, $3, 'Confirmación', $5, $5, now())
       ) select pg_notify('bench_confirm', $2::text)`,
      [randomUUID(), ids[sent % ids.length], `${randomUUID()}@example.org`, proof, text],
    );
  });
}
