import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { freePort } from '../../apps/api/src/platform/database/embedded-server.ts';
import { type Product, startProduct } from '../../scripts/product.ts';
import { addOwners, type Owner } from './owners.ts';
import { percentile } from './percentile.ts';
import { peakMemoryDuring, residentMemory } from './resident-memory.ts';
import { type Aim, p99Within, type Row, rowOf } from './row.ts';
import { type Part, type Pool, settingsOf } from './site.ts';
import { withPostgres } from './with-postgres.ts';

const part = 'federation';
const program = fileURLToPath(new URL('federation-servers-process.ts', import.meta.url));
const SERVERS = 200;
const FOLLOWERS_PER_SERVER = 5;
const PROBES = 80;
const PROBE_MS = 250;
const POLL_MS = 50;
const SETTLE_MS = 5_000;

const growth: Aim = {
  text: 'p99 ≤ 1.5 × alone',
  holds: ({ ratio }) => ratio !== null && ratio <= 1.5,
};

/** 1,000 followers on 200 servers, which run in one other process, and the e-mails of others meanwhile. */
export const federation: Part = {
  name: part,
  async run({ profile }) {
    const rows: Row[] = [];
    await withPostgres(async databaseUrl => {
      const port = String(await freePort());
      const base = { ...settingsOf(databaseUrl), PORT: port, PUBLIC_URL: `http://localhost:${port}` };
      const off = await startProduct(base);
      await wait(SETTLE_MS * profile.share);
      rows.push(rowOf({ part, call: 'switched off, idle', megabytes: await residentMemory(off.pid) }));
      await off.stop();
      const on = await startProduct({ ...base, FEDERATION: 'on' });
      const connection = openConnection(databaseUrl, error => console.error(error.message));
      const servers = await startServers(SERVERS * profile.share);
      try {
        await wait(SETTLE_MS * profile.share);
        rows.push(rowOf({ part, call: 'switched on, idle', megabytes: await residentMemory(on.pid) }));
        rows.push(...(await measure(on, connection.pool, servers, PROBES * profile.share)));
      } finally {
        servers.stop();
        await connection.close();
        await on.stop();
      }
    });
    return rows;
  },
};

async function measure(product: Product, pool: Pool, servers: Servers, probes: number): Promise<Row[]> {
  const [owner, other] = await addOwners(pool, 2);
  if (owner === undefined || other === undefined) throw new Error('no owner');
  const inboxes = await fillFollowers(pool, servers.ports);
  const id = await save(product, owner, 'Siembra 0');
  const first = await timeUntilAll(product, servers, 'Siembra 0', inboxes);
  const alone = await timeEmails(product, pool, other, probes);

  let isOver = false;
  const rates: number[] = [];
  const telling = (async () => {
    for (let round = 1; !isOver; round += 1) {
      await save(product, owner, `Siembra ${round}`, id);
      rates.push((await timeUntilAll(product, servers, `Siembra ${round}`, inboxes)).ms);
    }
  })();
  const during = await timeEmails(product, pool, other, probes);
  isOver = true;
  await telling;

  const [aloneP99, p99] = [percentile(alone, 0.99), percentile(during, 0.99)];
  const call = `from a publication to the last of ${inboxes} inboxes on ${servers.ports.length} servers`;
  return [
    rowOf(
      { part, call, rate: (inboxes / first.ms) * 1000, p99: first.ms, megabytes: first.megabytes },
      p99Within(30_000),
    ),
    rowOf({ part, call: 'from an edit to the last', p50: percentile(rates, 0.5), p99: Math.max(...rates) }),
    rowOf({ part, call: 'an e-mail, alone', p50: percentile(alone, 0.5), p99: aloneP99 }),
    rowOf(
      {
        part,
        call: 'an e-mail while servers are told',
        p50: percentile(during, 0.5),
        p99,
        ratio: p99 / aloneP99,
      },
      growth,
    ),
  ];
}

/** Publishes an activity, or changes its title. Returns its id. */
async function save({ url }: Product, { headers }: Owner, title: string, id?: string): Promise<string> {
  const date = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();
  const response = await fetch(`${url}/api/tasks${id === undefined ? '' : `/${id}`}`, {
    method: id === undefined ? 'POST' : 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title, date, place: 'Parque', description: 'Traer agua y gorra. '.repeat(20) }),
  });
  if (!response.ok) throw new Error(`not saved: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { _id: string })._id;
}

async function timeUntilAll(
  { pid }: Product,
  servers: Servers,
  title: string,
  inboxes: number,
): Promise<{ ms: number; megabytes: number | null }> {
  const startedAt = performance.now();
  const { megabytes } = await peakMemoryDuring(pid, async () => {
    while ((await servers.reached(title)) < inboxes) await wait(POLL_MS);
  });
  return { ms: performance.now() - startedAt, megabytes };
}

/** Milliseconds from the confirmations of visitors to their e-mails being sent, without waiting for one before the next. */
async function timeEmails(
  { url }: Product,
  pool: Pool,
  { activityId: taskId }: Owner,
  count: number,
): Promise<number[]> {
  const time = async () => {
    const email = `${randomUUID()}@example.org`;
    const startedAt = performance.now();
    const response = await fetch(`${url}/api/attendances/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ taskId, name: 'Rosa', email }),
    });
    if (response.status !== 201) throw new Error(`not confirmed: ${response.status}`);
    for (;;) {
      const sent = await pool.query('select from mails where recipient = $1 and sent_at is not null', [
        email,
      ]);
      if (sent.rowCount === 1) return performance.now() - startedAt;
      await wait(POLL_MS);
    }
  };
  const times: Promise<number>[] = [];
  for (let probe = 0; probe < count; probe += 1) {
    times.push(time());
    await wait(PROBE_MS);
  }
  return Promise.all(times);
}

/** Followers without a shared inbox, so that each is a request. Returns their number. */
async function fillFollowers(pool: Pool, ports: readonly number[]): Promise<number> {
  const { rowCount } = await pool.query(
    `with peers as (
       insert into federation_peers (id, host, created_at)
       select gen_random_uuid(), '127.0.0.1:' || port, now() from unnest($1::int[]) as port returning id, host
     )
     insert into federation_followers (actor, peer_id, inbox, key_id, public_key, follow_id, created_at)
     select actor, id, actor || '/inbox', actor || '#main-key', '-', actor || '/follow', now()
     from peers, generate_series(1, $2::int) as number, lateral (select 'http://' || host || '/users/' || number as actor) as found`,
    [ports, FOLLOWERS_PER_SERVER],
  );
  return rowCount ?? 0;
}

interface Servers {
  readonly ports: readonly number[];
  /** How many inboxes an event of this title has reached. */
  reached(title: string): Promise<number>;
  stop(): void;
}

async function startServers(count: number): Promise<Servers> {
  const child = fork(program, { execArgv: [] });
  const ask = async (message: number | string): Promise<unknown> => {
    const answered = once(child, 'message');
    child.send(message);
    return (await answered)[0];
  };
  const ports = (await ask(count)) as number[];
  return { ports, reached: async title => Number(await ask(title)), stop: () => child.disconnect() };
}
