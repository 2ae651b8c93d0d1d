import type pg from 'pg';
import type { Logger } from '../log.ts';

const SLOW_QUERY_MS = 1_000;
/** Of a statement's text: enough to know it by. */
const TEXT_MAX = 300;

type Ask = (...given: unknown[]) => unknown;

/** Warns of statements that take longer than a second: their text, where values stand as `$1`, never the values. */
export function warnOfSlowQueries(pool: pg.Pool, log: Logger, slowMs = SLOW_QUERY_MS): void {
  pool.on('connect', client => {
    const ask = client.query.bind(client) as Ask;
    const timed: Ask = (...given) => {
      const begun = performance.now();
      const answered = () => {
        const milliseconds = Math.round(performance.now() - begun);
        if (milliseconds >= slowMs) log.warn({ milliseconds, statement: textOf(given[0]) }, 'slow query');
      };
      const last = given.at(-1);
      if (typeof last !== 'function') return (ask(...given) as Promise<unknown>).finally(answered);
      return ask(...given.slice(0, -1), (...answer: unknown[]) => {
        answered();
        last(...answer);
      });
    };
    client.query = timed as typeof client.query;
  });
}

function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | null)?.text;
  return typeof text === 'string' ? text.replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX) : '';
}
