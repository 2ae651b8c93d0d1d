import type { Pool } from './site.ts';

let createdCount = 0;

/**
 * An empty table of the same columns, checks, defaults, unique and other indexes and foreign keys as `name`, without its
 * triggers: what PostgreSQL itself takes to keep such a row. Returns its name, another one each time: to drop one would lock
 * the tables that it refers to, which the product uses meanwhile.
 */
export async function createBaselineTable(pool: Pool, name: string): Promise<string> {
  createdCount += 1;
  const baselineTable = `bench_${name}_${createdCount}`;
  await pool.query(`create table ${baselineTable} (like ${name} including all)`);
  const { rows } = await pool.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
    [name],
  );
  for (const { definition } of rows) await pool.query(`alter table ${baselineTable} add ${definition}`);
  return baselineTable;
}
