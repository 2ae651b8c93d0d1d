import type { Pool } from './site.ts';

let made = 0;

/**
 * An empty table of the same columns, checks, defaults, unique and other indexes and foreign keys as `name`, without its
 * triggers: what PostgreSQL itself takes to keep such a row. Returns its name, another one each time: to drop one would lock
 * the tables that it refers to, which the product uses meanwhile.
 */
export async function makeBareTable(pool: Pool, name: string): Promise<string> {
  made += 1;
  const bare = `bench_${name}_${made}`;
  await pool.query(`create table ${bare} (like ${name} including all)`);
  const { rows } = await pool.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
    [name],
  );
  for (const { definition } of rows) await pool.query(`alter table ${bare} add ${definition}`);
  return bare;
}
