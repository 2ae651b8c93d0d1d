import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isDatabaseUnavailable, isStatementTimeout } from '../database/errors.ts';
import { describeFault, type Logger } from '../log.ts';

// Retries, postponement and logging of failed rows, for due work and polling tasks.

/** A failed row is retried after 30 s, 1 min, 2 min … up to every 6 h, and given up after a day and a half. */
const FIRST_RETRY_SECONDS = 30;
const RETRY_SECONDS_MAX = 6 * 60 * 60;
const FAILURES_MAX = 14;

/** SQL expression: the time of the next attempt after another failure, or null if the row is given up. `failures` are the earlier ones. */
export const nextRetry = (failures: SQLWrapper | number, now: Date): SQL<Date | null> =>
  sql`case when ${failures} + 1 < ${FAILURES_MAX} then ${now}::timestamptz
    + least(${FIRST_RETRY_SECONDS} * 2 ^ ${failures}, ${RETRY_SECONDS_MAX}) * interval '1 s' end`;

/** Returns true if the failure is of the database and not of the row. A statement timeout counts as a failure of its row. */
export const isOutage = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && !isStatementTimeout(error);

/** The number of failed rows at which one poll stops logging each of them. */
const LOGGED_MAX = 10;

/** The rows that fail in one poll. */
export interface FailedRows {
  has(key: string): boolean;
  /** Logs the failure of a row with its number of failures and its next attempt. */
  add(key: string, error: unknown, postponed: object | undefined): void;
}

export function createFailedRows(log: Logger, task: string): FailedRows {
  const failed = new Set<string>();
  return {
    has: key => failed.has(key),
    add(key, error, postponed) {
      failed.add(key);
      if (failed.size < LOGGED_MAX)
        log.warn({ task, key, ...postponed, fault: describeFault(error) }, 'A row of a polling task failed');
      else if (failed.size === LOGGED_MAX) log.warn({ task }, 'More rows of a polling task fail');
    },
  };
}
