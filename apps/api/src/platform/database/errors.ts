import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';

// Class 08 has connection exceptions, class 53 insufficient resources. 57014 is a statement timeout. 57P01 to 57P03 mean that
// the server is shutting down, crashed or starting.
const UNAVAILABLE_CODES = /^(08...|53...|57014|57P0[1-3])$/;
const STATEMENT_TIMEOUT = '57014';
const UNIQUE = '23505';
const CHECK = '23514';
// The codes of a foreign key violation (the referenced row was deleted) and of a deadlock.
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

/** Whether the database could not be reached or could not execute the statement, as opposed to rejecting it. */
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

/** Whether the database ended the statement because it took too long. */
export function isStatementTimeout(error: unknown): boolean {
  const cause = rootCause(error);
  return cause instanceof pg.DatabaseError && cause.code === STATEMENT_TIMEOUT;
}

/** Whether the statement violated this unique constraint or index. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  isViolation(error, UNIQUE, constraint);

/** Whether the statement violated this check constraint, or a trigger raised the error of such a check. */
export const isCheckViolation = (error: unknown, constraint: string): boolean =>
  isViolation(error, CHECK, constraint);

function isViolation(error: unknown, code: string, constraint: string): boolean {
  const cause = rootCause(error);
  return cause instanceof pg.DatabaseError && cause.code === code && cause.constraint === constraint;
}

/** Whether a concurrent request changed or deleted the rows that this statement needed. */
export function isLostRace(error: unknown): boolean {
  const cause = rootCause(error);
  return cause instanceof pg.DatabaseError && LOST_RACE_CODES.has(cause.code ?? '');
}

function rootCause(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}
