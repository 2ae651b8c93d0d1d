import type pg from 'pg';
import type { Logger } from '../log.ts';
import { watchQueries } from './watch-queries.ts';

const SLOW_QUERY_MS = 1_000;
/** Enough of the statement's text to identify it. */
const MAX_TEXT_LENGTH = 300;

/** Logs statements that take longer than a second: their text with placeholders (`$1`), never the values. */
export function warnOfSlowQueries(pool: pg.Pool, log: Logger, slowMs = SLOW_QUERY_MS): void {
  pool.on('connect', client => {
    watchQueries(client, query => {
      const start = performance.now();
      return () => {
        const milliseconds = Math.round(performance.now() - start);
        if (milliseconds >= slowMs) log.warn({ milliseconds, statement: textOf(query) }, 'slow query');
      };
    });
  });
}

function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | null)?.text;
  return typeof text === 'string' ? text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_LENGTH) : '';
}
