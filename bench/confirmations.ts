import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { openConnection } from '../apps/api/src/platform/database/connection.ts';
import { startProduct } from '../scripts/product.ts';
import { withPostgres } from './database.ts';
import { fillActivities } from './many-activities.ts';
import { percentile } from './percentile.ts';

const CONNECTIONS = 50;
const SECONDS = 8;
const ACTIVITIES = 1_000;

/** Confirmations on one activity and spread over many, beside a loop that inserts bare rows. */
export async function measureConfirmations(): Promise<void> {
  await withPostgres(async databaseUrl => {
    const product = await startProduct({ RATE_LIMIT_FACTOR: '0', DATABASE_URL: databaseUrl });
    const { pool, close } = openConnection(databaseUrl, error => console.error(error.message));
    try {
      await fillActivities(databaseUrl, ACTIVITIES * 3);
      const { rows } = await pool.query<{ id: string }>(
        'select id from activities where date > now() order by id limit $1',
        [ACTIVITIES],
      );
      const ids = rows.map(({ id }) => id);
      const [popular = ''] = ids;
      await pool.query(
        'create table bench_rows (id uuid primary key, activity_id uuid, name text, email text, unique (activity_id, email))',
      );
      const bare = await insertBare(pool, popular);
      const results = [
        { what: 'bare insert', ...bare, 'share of it': 1 },
        await confirmAt('one activity', product.url, [popular], bare['per second']),
        await confirmAt('spread over 1,000', product.url, ids, bare['per second']),
      ];
      console.log(`Confirmations, ${CONNECTIONS} connections`);
      console.table(results);
    } finally {
      await close();
      await product.stop();
    }
  });
}

type Pool = ReturnType<typeof openConnection>['pool'];

/** What PostgreSQL does at best for as many who wait, over a pool like the product's: one row, one transaction. */
async function insertBare(pool: Pool, activityId: string) {
  const end = Date.now() + SECONDS * 1000;
  const times: number[] = [];
  const insertOn = async () => {
    while (Date.now() < end) {
      const start = performance.now();
      await pool.query('insert into bench_rows values ($1, $2, $3, $4)', [
        randomUUID(),
        activityId,
        'Luz Dary',
        `${randomUUID()}@example.org`,
      ]);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, insertOn));
  return {
    'per second': Math.round(times.length / SECONDS),
    'p50 ms': percentile(times, 0.5),
    'p99 ms': percentile(times, 0.99),
  };
}

async function confirmAt(what: string, url: string, ids: readonly string[], bare: number) {
  let sent = 0;
  const { requests, latency, non2xx } = await autocannon({
    url: `${url}/api/attendances/confirm`,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        setupRequest: request => ({
          ...request,
          body: JSON.stringify({
            taskId: ids[sent++ % ids.length],
            name: 'Luz Dary',
            email: `${randomUUID()}@example.org`,
          }),
        }),
      },
    ],
  });
  if (non2xx > 0) throw new Error(`${what}: ${non2xx} confirmations were refused`);
  return {
    what,
    'per second': Math.round(requests.average),
    'p50 ms': latency.p50,
    'p99 ms': latency.p99,
    'share of it': Number((requests.average / bare).toFixed(2)),
  };
}
