import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { createLog } from '../log.ts';
import { warnOfSlowQueries } from './slow-queries.ts';

let lines: Record<string, unknown>[] = [];
const log = createLog('warn', { write: line => void lines.push(JSON.parse(line)) });
const { connection } = await testDatabase();
warnOfSlowQueries(connection.pool, log, 100);

beforeEach(() => {
  lines = [];
});

it('logs the text of a slow query, without its values', async () => {
  await connection.db.execute(sql`select pg_sleep(${0.11}), ${'secreto'}::text`);
  expect(lines).toMatchObject([{ level: 40, msg: 'slow query', statement: 'select pg_sleep($1), $2::text' }]);
  expect(lines[0]?.milliseconds).toBeGreaterThanOrEqual(100);
  expect(JSON.stringify(lines)).not.toContain('secreto');
});

it('logs slow queries of the pool and slow queries that fail', async () => {
  await connection.pool.query('select pg_sleep(0.11)');
  await expect(connection.pool.query(`select pg_sleep(0.11), 1 / (random() * 0)::int`)).rejects.toThrow();
  expect(lines).toHaveLength(2);
});

it('does not log fast queries', async () => {
  await connection.db.execute(sql`select 1`);
  await connection.pool.query('select 1');
  expect(lines).toEqual([]);
});
