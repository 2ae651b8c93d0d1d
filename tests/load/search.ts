import { categories } from '@minga/contract/topics';
import { createSession } from './create-session.ts';
import { sampleWords } from './fill-activities.ts';
import type { LoadRequest } from './http-load.ts';
import { measureCall } from './measure-call.ts';
import { plainSearchRate } from './plain-statements.ts';
import { atLeast, atLeastOfStatements, both, p99Within, type Row } from './row.ts';
import type { Part, Site } from './site.ts';

/** More than the response cache holds: no response comes from the cache. */
const DISTINCT = 1_500;
const AIMED_SIZE = 100_000;
const part = 'search';

/** Searches: popular words without and with a session, a different word each time, and combinations of filters. */
export const search: Part = {
  name: part,
  async run(site) {
    const words = await sampleWords(site.pool, DISTINCT);
    const aimed = site.size === AIMED_SIZE;
    const rows: Row[] = [];
    const popular = {
      'ten hits': searchPath('q=yarumal'),
      'one in a hundred': searchPath('q=humedal'),
      misspelt: searchPath('q=yarumla'),
      'by place': searchPath('place=vereda'),
    };
    for (const [call, path] of Object.entries(popular))
      rows.push(
        await measureCall(site, { part, call, request: { path }, aim: aimed ? p99Within(40) : null }),
      );
    for (const [call, headers] of Object.entries(await sessionsOf(site)))
      rows.push(
        await measureCall(site, {
          part,
          call: `one in a hundred, ${call}`,
          request: { path: searchPath('q=humedal'), headers },
          aim: aimed && call === 'attendee' ? atLeast(0.1) : null,
        }),
      );
    for (const [call, query] of Object.entries(distinctQueries(words))) {
      const aim = both(call === A_WORD ? p99Within(60) : p99Within(100), atLeastOfStatements(0.5));
      const request = distinct(query);
      const statementRate = await plainSearchRate(site, () => request().path);
      rows.push(await measureCall(site, { part, call, request, statementRate, aim: aimed ? aim : null }));
    }
    const call = `${A_WORD}, sequentially`;
    const request = distinct(distinctQueries(words)[A_WORD]);
    const statementRate = await plainSearchRate(site, () => request().path, 1);
    const aim = aimed ? p99Within(40) : null;
    rows.push(await measureCall(site, { part, call, request, connections: 1, statementRate, aim }));
    return rows;
  },
};

/** As the catalogue asks. */
const AS_LISTED = '&date=proximas&series=next';
const A_WORD = 'a different word each time';
const TAGS = 40;
const DAYS = 150;

/** Queries of which `DISTINCT` in a row differ, so that none comes from the response cache. */
const distinctQueries = (words: readonly string[]) => {
  const word = (n: number) => `q=${words[n % words.length]}`;
  const category = (n: number) => `categoria=${categories[n % categories.length]}`;
  const days = (n: number) => `desde=${dayAfter(n % DAYS)}&hasta=${dayAfter((n % DAYS) + 2)}`;
  const near = (n: number) =>
    `cerca=${(2.3 + (n % 41) / 100).toFixed(2)},${(-76.8 + (n % 53) / 100).toFixed(2)}`;
  return {
    [A_WORD]: word,
    'a word, a category and room': n => `${word(n)}&${category(n)}&cupos=libres${AS_LISTED}`,
    'a category and room': n =>
      `${category(n)}&cupos=libres${AS_LISTED}&${offsetAfter(n, categories.length)}`,
    'a tag': n => `etiqueta=etiqueta+${n % TAGS}${AS_LISTED}&${offsetAfter(n, TAGS)}`,
    'three days': n => `${days(n)}${AS_LISTED}&${offsetAfter(n, DAYS)}`,
    'three days of a category': n =>
      `${days(n)}&${category(n)}${AS_LISTED}&${offsetAfter(n, DAYS * categories.length)}`,
    'near a point': n => `${near(n)}${AS_LISTED}`,
    'near a point, a category': n => `${near(n)}&${category(n)}${AS_LISTED}`,
    'near a point, three days and room': n => `${near(n)}&${days(n)}&cupos=libres${AS_LISTED}`,
    'near a point, a word': n => `${near(n)}&${word(n)}&radio=100${AS_LISTED}`,
  } satisfies Record<string, (n: number) => string>;
};

/** Another offset for each time that all `queries` were asked. */
const offsetAfter = (n: number, queries: number) =>
  `offset=${Math.floor(n / queries) % Math.ceil(DISTINCT / queries)}`;

const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The limit changes after all of them. */
function distinct(query: (n: number) => string): () => LoadRequest {
  let request = 0;
  return () => {
    request += 1;
    return { path: searchPath(query(request), 20 + (Math.floor(request / DISTINCT) % 5)) };
  };
}

const searchPath = (query: string, limit = 24): string => `/api/tasks/search?${query}&limit=${limit}`;

/** Headers of an account that organises nothing, and of one that does. */
async function sessionsOf({ pool }: Site) {
  await pool.query(
    `insert into users (id, username, email, password_hash, created_at, updated_at)
     values (gen_random_uuid(), 'Asistente', 'asistente@example.org', '-', now(), now()) on conflict do nothing`,
  );
  return {
    attendee: await createSession(pool, `email = 'asistente@example.org'`),
    organiser: await createSession(pool, `email = 'persona1@example.org'`),
  };
}
