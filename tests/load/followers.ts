import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { addOwners } from './owners.ts';
import { peakMemoryDuring } from './resident-memory.ts';
import { p99Within, type Row, rowOf } from './row.ts';
import type { Part, Pool, Site } from './site.ts';
import { waitForEmails } from './wait-for-emails.ts';

const part = 'followers';
const FOLLOWERS = 10_000;
const POLL_MS = 20;
/** E-mails of other people are requested at this interval. */
const PROBE_MS = 100;

/**
 * A new activity of a collective with 10,000 followers, a tenth of whom get an e-mail at once, and the e-mails of others during it;
 * then the daily digests of the rest.
 */
export const followers: Part = {
  name: part,
  async run(site) {
    const { origin, pool, pid, profile } = site;
    const [owner] = await addOwners(pool, 1);
    if (owner === undefined) throw new Error('no owner');
    const count = FOLLOWERS * profile.share;
    const response = await fetch(`${origin}/api/collectives`, {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Junta de vecinas' }),
    });
    const { _id: collectiveId } = (await response.json()) as { _id: string };
    await fillFollowers(pool, collectiveId, count);
    const { result, megabytes } = await peakMemoryDuring(pid, async () => {
      await publish(site, owner.headers, collectiveId);
      while ((await told(pool)) === 0) await wait(POLL_MS);
      const [first, startedAt] = [await told(pool), performance.now()];
      const probes: number[] = [];
      while ((await told(pool)) < count) {
        probes.push(await timeOtherEmail(site));
        await wait(PROBE_MS);
      }
      const rate = ((count - first) / (performance.now() - startedAt)) * 1000;
      return { rate, probes: probes.sort((one, other) => one - other) };
    });
    await waitForEmails(pool);
    if ((await told(pool)) !== count) throw new Error('a follower was told twice');
    return [...rowsOf(result, megabytes), await measureDigests(site)];
  },
};

/** From the first digest that is sent to the last one, which excludes the wait for the next poll. */
async function measureDigests({ pool, pid }: Site): Promise<Row> {
  const { result: rate, megabytes } = await peakMemoryDuring(pid, async () => {
    const { rowCount: count } = await pool.query('update follow_digests set due_at = now()');
    if (!count) throw new Error('no digest waits');
    await pool.query(`update due_work set at = now() where kind = 'newsDigests'`);
    let left = count;
    while (left === count) left = await digestsLeft(pool);
    const [first, startedAt] = [left, performance.now()];
    while ((await digestsLeft(pool)) > 0) await wait(POLL_MS);
    return (first / (performance.now() - startedAt)) * 1000;
  });
  await waitForEmails(pool);
  return rowOf({ part, call: 'daily digests', rate, megabytes });
}

function rowsOf({ rate, probes }: { rate: number; probes: number[] }, megabytes: number | null): Row[] {
  const at = (share: number) => probes[Math.ceil(probes.length * share) - 1] ?? null;
  return [
    rowOf({ part, call: 'told in the bell', rate, megabytes }),
    rowOf({ part, call: 'an e-mail to another recipient', p50: at(0.5), p99: at(0.99) }, p99Within(2_000)),
  ];
}

async function publish({ origin }: Site, headers: { cookie: string }, collectiveId: string): Promise<void> {
  const date = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
  const response = await fetch(`${origin}/api/tasks`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Minga', date, collectiveId }),
  });
  if (response.status !== 201) throw new Error(`not published: ${response.status} ${await response.text()}`);
}

async function digestsLeft(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from follow_digests');
  return rows[0]?.count ?? 0;
}

async function told(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from notifications where type = 'publication'`,
  );
  return rows[0]?.count ?? 0;
}

/** Milliseconds from a visitor's confirmation to its e-mail being sent. */
async function timeOtherEmail({ origin, pool }: Site): Promise<number> {
  const { rows } = await pool.query<{ id: string }>('select id from activities order by created_at limit 1');
  const email = `${randomUUID()}@example.org`;
  const startedAt = performance.now();
  await fetch(`${origin}/api/attendances/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ taskId: rows[0]?.id, name: 'Rosa', email }),
  });
  for (;;) {
    const sent = await pool.query('select from mails where recipient = $1 and sent_at is not null', [email]);
    if (sent.rowCount === 1) return performance.now() - startedAt;
    await wait(POLL_MS);
  }
}

const fillFollowers = (pool: Pool, collectiveId: string, count: number) =>
  pool.query(
    `with people as (
       insert into users (id, username, email, password_hash, created_at, updated_at)
       select gen_random_uuid(), 'Persona', gen_random_uuid() || '@example.org', '-', now(), now()
       from generate_series(1, $1::int) returning id
     )
     insert into collective_followers (collective_id, user_id, mail, created_at)
     select $2, id, case when row_number() over () % 10 = 0 then 'inmediato' else 'diario' end, now() - interval '1 day'
     from people`,
    [count, collectiveId],
  );
