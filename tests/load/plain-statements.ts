import { searchActivities as endpoint } from '@minga/contract/activities';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { searchActivities } from '../../apps/api/src/modules/activities/search-repository.ts';
import { searchOf } from '../../apps/api/src/modules/activities/search-service.ts';
import { CONNECTIONS } from './http-load.ts';
import type { Site } from './site.ts';
import { timeLoops } from './timing.ts';

/** Searches whose statements are repeated. */
const RECORDED = 400;

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Searches per second of the statements that the product runs for these paths, in a loop of plain `pg`, without an API around them. */
export async function plainSearchRate(
  { databaseUrl, profile }: Site,
  nextPath: () => string,
  connections = CONNECTIONS,
): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  try {
    const searches: Statement[][] = [];
    while (searches.length < RECORDED * profile.share) searches.push(await statementsOf(pool, nextPath()));
    let next = 0;
    const { rate } = await timeLoops(profile, connections, async () => {
      const statements = searches[next % searches.length] ?? [];
      next += 1;
      for (const { text, values } of statements) await pool.query(text, values);
    });
    return rate;
  } finally {
    await pool.end();
  }
}

/** The statements of a visitor's search, as the product's repository sends them. */
async function statementsOf(pool: pg.Pool, path: string): Promise<Statement[]> {
  const statements: Statement[] = [];
  const logger = { logQuery: (text: string, values: unknown[]) => void statements.push({ text, values }) };
  const { limit, offset, series, ...query } = endpoint.query.parse(
    Object.fromEntries(new URL(path, 'http://localhost').searchParams),
  );
  const search = searchOf(query, 'America/Bogota');
  await searchActivities(drizzle(pool, { logger }), null, ['approved'], search, new Date(), {
    limit,
    offset,
    series,
  });
  return statements;
}
