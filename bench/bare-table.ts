import type { Pool } from './site.ts';

/**
 * An empty table of the same columns, checks, defaults, unique and other indexes and foreign keys as `name`, without its
 * triggers: what PostgreSQL itself takes to keep such a row. Returns its name; where it was there already, it is made anew.
 */
export async function makeBareTable(pool: Pool, name: string): Promise<string> {
  const bare = `bench_${name}`;
  await pool.query(`drop table if exists ${bare}`);
  await pool.query(`create table ${bare} (like ${name} including all)`);
  const { rows } = await pool.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
    [name],
  );
  for (const { definition } of rows) await pool.query(`alter table ${bare} add ${definition}`);
  return bare;
}
