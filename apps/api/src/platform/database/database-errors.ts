import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';

// Classes 08 and 53: no connection, no room. 57014: it gave up a statement that took too long. 57P0x: it is stopping,
// crashed, or not yet ready.
const UNAVAILABLE_CODES = /^(08...|53...|57014|57P0[1-3])$/;
const UNIQUE = '23505';
// A foreign key's row is gone; a deadlock, of which one has to give way.
const LOST_RACE_CODES = new Set(['23503', '40P01']);
const UNAVAILABLE_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
]);
const UNAVAILABLE_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Is the database away (as opposed to: it answered, and said no)? */
export function isDatabaseUnavailable(error: unknown): boolean {
  const cause = rootCause(error);
  if (cause instanceof AggregateError) return cause.errors.every(isDatabaseUnavailable);
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (cause instanceof pg.DatabaseError) return UNAVAILABLE_CODES.test(code);
  return (
    ('syscall' in cause && UNAVAILABLE_SYSTEM_CODES.has(code)) || UNAVAILABLE_MESSAGE.test(cause.message)
  );
}

/** Did the statement break this unique constraint or index? */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const cause = rootCause(error);
  return cause instanceof pg.DatabaseError && cause.code === UNIQUE && cause.constraint === constraint;
}

/** Did another request take away in between what this one was about? */
export function isLostRace(error: unknown): boolean {
  const cause = rootCause(error);
  return cause instanceof pg.DatabaseError && LOST_RACE_CODES.has(cause.code ?? '');
}

function rootCause(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}
