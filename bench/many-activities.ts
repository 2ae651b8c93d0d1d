import { openConnection } from '../apps/api/src/platform/database/connection.ts';

const WORDS = 3_000;
const OWNERS = 100;

/**
 * Fills a database with invented activities, half of them to come, up to `count` in all. Words occur as in a language:
 * a few often, most of them seldom; 'humedal' stands in one of a hundred, 'yarumal' in ten however many there are.
 */
export async function fillActivities(databaseUrl: string, count: number): Promise<void> {
  const connection = openConnection(databaseUrl, error => console.error(error.message));
  const client = await connection.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select setseed(0.42)');
    // Zipf's law, roughly: the n-th word occurs as often as 1/n.
    await client.query(
      'create function pg_temp.word(words text[]) returns text volatile language sql as $$ select words[1 + floor(power(cardinality(words), random()))::int - 1] $$',
    );
    await client.query(
      `insert into users (id, username, email, password_hash, created_at, updated_at)
       select gen_random_uuid(), 'Persona ' || n, 'persona' || n || '@example.org', '-', now(), now()
       from generate_series(1, $1::int) n on conflict do nothing`,
      [OWNERS],
    );
    const { rows } = await client.query<{ had: number }>('select count(*)::int as had from activities');
    await client.query(
      `with vocabulary as materialized (
         select array_agg(translate(md5(n::text), '0123456789', 'ghijklmnop')) as words from generate_series(1, $3::int) n
       ), owners as materialized (select array_agg(id) as ids from users)
       insert into activities (id, owner_id, title, description, place, date, responsible, created_at, updated_at)
       select gen_random_uuid(), ids[1 + n % cardinality(ids)],
         left(initcap(substr(pg_temp.word(words), 1, 8)) || ' ' || substr(pg_temp.word(words), 1, 6)
           || case when n % 100 = 0 then ' humedal' else '' end || case when n <= 10 then ' yarumal' else '' end, 90),
         (select string_agg(substr(pg_temp.word(words), 1, 4 + i % 6), ' ') from generate_series(1, 25 + n % 2) i),
         'Vereda ' || substr(pg_temp.word(words), 1, 6),
         now() + (n % 720 - 360) * interval '12 hours' + n * interval '1 second',
         array['Ana ' || n % 500], now(), now()
       from generate_series($1::int + 1, $2::int) n, vocabulary, owners`,
      [rows[0]?.had ?? 0, count, WORDS],
    );
    await client.query('vacuum analyze activities, search_vocabulary');
  } finally {
    client.release();
    await connection.close();
  }
}

/** Words that some of them hold, as different as they come. */
export async function someWords(databaseUrl: string, count: number): Promise<string[]> {
  const { pool, close } = openConnection(databaseUrl, error => console.error(error.message));
  try {
    const { rows } = await pool.query<{ word: string }>(
      'select word from search_vocabulary where length(word) >= 6 order by md5(word) limit $1',
      [count],
    );
    return rows.map(({ word }) => word);
  } finally {
    await close();
  }
}
