import { categories } from '@minga/contract/topics';
import { onLongConnection } from '../../apps/api/src/backup/connection.ts';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import type { Pool } from './site.ts';

const WORDS = 3_000;
const OWNERS = 100;
const CONCURRENCY = 2;
/** Rows per statement. */
const CHUNK = 10_000;

/**
 * Fills a database with generated activities up to `count` in total. Half of them are upcoming, and none starts within three
 * hours, so that no page changes while it is measured. Word frequencies follow Zipf's law; 'humedal' occurs in one of a hundred
 * activities, 'yarumal' in ten in total; one in two hundred is promoted. Three of four have a category, as many a location, half of
 * those within 20 km of a city's centre; one in three has a capacity, one in seven a tag of 40.
 */
export async function fillActivities(databaseUrl: string, count: number): Promise<void> {
  const { pool, close } = openConnection(databaseUrl, error => console.error(error.message));
  try {
    await pool.query(
      `insert into users (id, username, email, password_hash, created_at, updated_at)
       select gen_random_uuid(), 'Persona ' || n, 'persona' || n || '@example.org', '-', now(), now()
       from generate_series(1, $1::int) n on conflict do nothing`,
      [OWNERS],
    );
    const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from activities');
    let next = rows[0]?.count ?? 0;
    const fillInChunks = () =>
      insertChunks(pool, () => {
        const from = next;
        next = Math.min(count, from + CHUNK);
        return from < next ? [from + 1, next] : null;
      });
    await Promise.all(Array.from({ length: CONCURRENCY }, fillInChunks));
    await onLongConnection(databaseUrl, client =>
      client.query('vacuum analyze activities, users, search_vocabulary'),
    );
  } finally {
    await close();
  }
}

/** Inserts chunk by chunk over one connection until no chunk is left. */
async function insertChunks(
  pool: Pool,
  nextChunk: () => [first: number, last: number] | null,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set synchronous_commit = off');
    // Approximates Zipf's law: the frequency of the n-th word is proportional to 1/n.
    await client.query(
      'create function pg_temp.word(words text[]) returns text volatile language sql as $$ select words[1 + floor(power(cardinality(words), random()))::int - 1] $$',
    );
    for (let chunk = nextChunk(); chunk !== null; chunk = nextChunk()) {
      await client.query('select setseed($1)', [chunk[0] / 10_000_000]);
      await client.query(
        `with vocabulary as materialized (
           select array_agg(translate(md5(n::text), '0123456789', 'ghijklmnop')) as words from generate_series(1, $3::int) n
         ), owners as materialized (select array_agg(id) as ids from users where email like 'persona%')
         insert into activities (id, owner_id, title, description, place, date, responsible, promotion_start, promotion_end,
           category, tags, latitude, longitude, capacity, created_at, updated_at)
         select gen_random_uuid(), ids[1 + n % cardinality(ids)],
           left(initcap(substr(pg_temp.word(words), 1, 8)) || ' ' || substr(pg_temp.word(words), 1, 6)
             || case when n % 100 = 0 then ' humedal' else '' end || case when n <= 10 then ' yarumal' else '' end, 90),
           (select string_agg(substr(pg_temp.word(words), 1, 4 + i % 6), ' ') from generate_series(1, 25 + n % 2) i),
           'Vereda ' || substr(pg_temp.word(words), 1, 6),
           now() + (n % 720 - 359.75) * interval '12 hours' + n * interval '20 milliseconds',
           array['Ana ' || n % 500],
           case when n % 200 = 0 then now() end, case when n % 200 = 0 then now() + interval '7 days' end,
           case when n % 4 > 0 then ($4::text[])[1 + n % cardinality($4::text[])] end,
           case when n % 7 = 0 then array['etiqueta ' || n % 40] else '{}' end,
           case when n % 4 > 0 then 2.44 + spread * sin(angle) end, case when n % 4 > 0 then -76.61 + spread * cos(angle) end,
           case when n % 3 = 0 then 20 + n % 30 end, now(), now()
         from generate_series($1::int, $2::int) n, vocabulary, owners,
           lateral (select n * 2.399963 as angle, case when n % 2 = 0 then 0.18 else 3 end * sqrt((n * 0.6180339887) % 1) as spread) place`,
        [...chunk, WORDS, categories],
      );
    }
  } finally {
    // Destroyed instead of returned to the pool, since its settings differ.
    client.release(true);
  }
}

/** A pseudo-random sample of words that occur in the activities. */
export async function sampleWords(pool: Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ word: string }>(
    'select distinct md5(word), word from search_vocabulary where length(word) >= 6 order by md5(word) limit $1',
    [count],
  );
  return rows.map(({ word }) => word);
}
