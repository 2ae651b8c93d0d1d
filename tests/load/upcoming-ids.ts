import type { Pool } from './site.ts';

/** Ids of `count` upcoming activities in arbitrary order. */
export async function upcomingIds(pool: Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from activities where date > now() + interval '1 day' order by id limit $1`,
    [count],
  );
  return rows.map(({ id }) => id);
}
