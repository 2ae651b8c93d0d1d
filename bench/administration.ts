import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { countStatistics } from '../apps/api/src/modules/administration/statistics-repository.ts';
import { lastWeeks } from '../apps/api/src/modules/administration/week-rules.ts';
import { type Connection, openConnection } from '../apps/api/src/platform/database/connection.ts';
import { hashToken, newToken } from '../apps/api/src/platform/tokens.ts';
import { type Product, startProduct } from '../scripts/product.ts';
import { administrationCalls, type Call, type Named, TIME_ZONE } from './administration-calls.ts';
import { fillAdministration } from './administration-data.ts';
import { withPostgres } from './database.ts';
import { printPlan } from './query-plans.ts';

const CONNECTIONS = 4;
const SECONDS = 4;
const PLANS = 3;

/** Every list and statistic of administration over HTTP, and the query plans of the slowest. */
export async function measureAdministration(): Promise<void> {
  await withPostgres(async databaseUrl => {
    const product = await startProduct({ RATE_LIMIT_FACTOR: '0', DATABASE_URL: databaseUrl });
    const connection = openConnection(databaseUrl, error => console.error(error.message));
    try {
      await fillAdministration(databaseUrl);
      await measureOn(product, connection);
    } finally {
      await connection.close();
      await product.stop();
    }
  });
}

export async function measureOn(product: Pick<Product, 'url'>, connection: Connection): Promise<void> {
  const headers = { cookie: await adminCookie(connection) };
  const calls = administrationCalls(await named(connection));
  const start = performance.now();
  await (await fetch(`${product.url}/api/admin-panel/attendances/stats`, { headers })).json();
  console.log(
    `The statistics of attendances, counted for the first time: ${Math.round(performance.now() - start)} ms`,
  );
  const measured = [];
  for (const call of calls) measured.push({ call, row: await shoot(product.url, call, headers) });
  console.log(`Administration, ${CONNECTIONS} connections`);
  console.table(measured.map(({ row }) => row));
  const slowest = measured.toSorted((one, other) => other.row['p99 ms'] - one.row['p99 ms']).slice(0, PLANS);
  for (const { call } of slowest) await printPlan(connection, call.name, call.ask);
  await printPlan(connection, 'attendances, counted anew in the background', db =>
    countStatistics(db, lastWeeks(new Date(), TIME_ZONE), new Date()),
  );
}

async function shoot(url: string, { name, path }: Call, headers: { cookie: string }) {
  const { requests, latency, non2xx } = await autocannon({
    url: url + path,
    headers,
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  if (non2xx > 0) throw new Error(`${name}: ${non2xx} replies were not 2xx`);
  return {
    call: name,
    'requests/s': Math.round(requests.average),
    'p50 ms': latency.p50,
    'p99 ms': latency.p99,
    'most ms': latency.max,
  };
}

/** A session of an admin. */
async function adminCookie({ pool }: Connection): Promise<string> {
  const token = newToken();
  await pool.query(
    `insert into sessions (id, user_id, token_hash, created_at, last_seen_at)
     select $1, id, $2, now(), now() from users where role = 'admin' and is_active limit 1`,
    [randomUUID(), hashToken(token)],
  );
  return `minga_session=${token}`;
}

async function named({ pool }: Connection): Promise<Named> {
  const { rows } = await pool.query<Named>(
    `select (select activity_id from attendances group by 1 order by count(*) desc limit 1) as "activityId",
       (select id from users where role = 'user' order by id limit 1) as "userId",
       to_char(now() - interval '3 days', 'YYYY-MM-DD') as day`,
  );
  if (rows[0] === undefined) throw new Error('nothing to filter by');
  return rows[0];
}
