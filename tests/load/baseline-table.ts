import type { Pool } from './site.ts';

let createdCount = 0;

/**
 * Creates an empty table with the columns, defaults, constraints, indexes and foreign keys of `name`, without its triggers, to
 * measure what PostgreSQL alone needs to store such a row. Returns a new name each time: dropping the previous table would lock
 * the tables that it references, which the product is using.
 */
export async function createBaselineTable(pool: Pool, name: string): Promise<string> {
  createdCount += 1;
  const baselineTable = `load_test_${name}_${createdCount}`;
  await pool.query(`create table ${baselineTable} (like ${name} including all)`);
  const { rows } = await pool.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
    [name],
  );
  for (const { definition } of rows) await pool.query(`alter table ${baselineTable} add ${definition}`);
  return baselineTable;
}
