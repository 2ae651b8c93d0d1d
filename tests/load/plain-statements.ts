import { searchActivities as endpoint } from '@minga/contract/activities';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { publicStatuses } from '../../apps/api/src/modules/activities/policy.ts';
import { searchActivities } from '../../apps/api/src/modules/activities/search/repository.ts';
import { searchOf } from '../../apps/api/src/modules/activities/search/service.ts';
import { CONNECTIONS } from './http-load.ts';
import type { Site } from './site.ts';
import { timeLoops } from './timing.ts';

/** Searches whose statements are repeated. */
const RECORDED = 400;

/** As the product sends it: a named statement is planned once a connection. */
interface Statement {
  readonly name?: string;
  readonly text: string;
}

type Sent = [statement: Statement, values: unknown[]];

/** Searches per second of the statements that the product runs for these paths, in a loop of plain `pg`, without an API around them. */
export async function plainSearchRate(
  { databaseUrl, profile }: Site,
  nextPath: () => string,
  connections = CONNECTIONS,
): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  try {
    const searches: Sent[][] = [];
    let isFound = false;
    // Statements that find nothing take no time: at 1,000 activities few combinations of filters find any.
    while (searches.length < RECORDED && (searches.length < RECORDED * profile.share || !isFound)) {
      const { sent, total } = await statementsOf(pool, nextPath());
      searches.push(sent);
      isFound ||= total > 0;
    }
    if (!isFound) throw new Error(`no search like ${nextPath()} finds anything`);
    let next = 0;
    const { rate } = await timeLoops(profile, connections, async () => {
      const statements = searches[next % searches.length] ?? [];
      next += 1;
      for (const [{ name, text }, values] of statements) await pool.query({ name, text, values });
    });
    return rate;
  } finally {
    await pool.end();
  }
}

/** The statements of a visitor's search, as the product's repository sends them, and the number of activities that it finds. */
async function statementsOf(pool: pg.Pool, path: string): Promise<{ sent: Sent[]; total: number }> {
  const sent: Sent[] = [];
  const record = (...statement: Sent) => {
    sent.push(statement);
    return pool.query(...statement);
  };
  const recording = new Proxy(pool, {
    get: (target, property) => (property === 'query' ? record : Reflect.get(target, property)),
  });
  const { limit, offset, series, ...query } = endpoint.query.parse(
    Object.fromEntries(new URL(path, 'http://localhost').searchParams),
  );
  const search = searchOf(query, 'America/Bogota');
  const statuses = publicStatuses('reactive');
  const page = { limit, offset, series };
  const { total } = await searchActivities(drizzle(recording), null, statuses, search, new Date(), page);
  return { sent, total };
}
