import type { Connection, Database } from '../apps/api/src/platform/database/connection.ts';

interface Asked {
  readonly text: string;
  readonly values: unknown[];
}

/** Prints how PostgreSQL answers what `ask` asks for: of several queries the one that takes longest. */
export async function printPlan(
  { db, pool }: Connection,
  name: string,
  ask: (db: Database) => Promise<unknown>,
): Promise<void> {
  const plans = [];
  for (const { text, values } of await listen(pool, () => ask(db))) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, values);
    const lines = rows.map(row => row['QUERY PLAN']);
    const [milliseconds] = /[\d.]+/.exec(lines.at(-1) ?? '') ?? [];
    plans.push({ text, lines, milliseconds: Number(milliseconds) });
  }
  const [slowest] = plans.toSorted((one, other) => other.milliseconds - one.milliseconds);
  console.log(
    `\n${name}: the slowest of ${plans.length} queries\n${slowest?.text}\n${slowest?.lines.join('\n')}`,
  );
}

/** What the pool is asked while `work` is done. */
async function listen(pool: Connection['pool'], work: () => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = [];
  const { query } = pool;
  const noting = (config: { text: string }, values: unknown[]) => {
    asked.push({ text: config.text, values });
    return query.apply(pool, [config, values] as never);
  };
  Object.assign(pool, { query: noting });
  try {
    await work();
  } finally {
    Object.assign(pool, { query });
  }
  return asked;
}
