import { failureSentence } from '@minga/contract/failure-sentences';
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** At level trace a library logs the headers of an upload, with the session's cookie. */
const SECRETS = ['email', 'password', 'token', 'recipient', 'headers', 'cookie', 'authorization'];

/**
 * Logs JSON lines, by default to standard output. Bodies and headers are never logged; redaction is a second safeguard.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRETS.flatMap(name => [name, `*.${name}`]),
      censor: '[oculto]',
    },
    serializers: { err: describeError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Describes an error without the parameter values of a failed query, which may be email addresses or tokens. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'not an Error' };
  const code = 'code' in error ? error.code : undefined;
  const isQuery = 'query' in error;
  return {
    type: error.constructor.name,
    message: isQuery ? 'query failed' : error.message,
    ...(code === undefined ? {} : { code }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
    stack: isQuery ? withoutMessage(error) : error.stack,
  };
}

/** Describes where an error arose, without its message: that of a row's fault may quote the row. */
export function describeFault(error: unknown): object {
  if (!(error instanceof Error)) return {};
  const { cause } = error;
  const code = [error, cause].flatMap(one => (one instanceof Error && 'code' in one ? [one.code] : []))[0];
  return { type: error.constructor.name, ...(code !== undefined && { code }), stack: withoutMessage(error) };
}

function withoutMessage(error: Error): string {
  const stack = error.stack ?? '';
  const firstFrame = stack.indexOf('\n    at ');
  return firstFrame === -1 ? '' : stack.slice(firstFrame + 1);
}

/** Guards against causes that contain each other. */
const DEPTH_MAX = 8;

/**
 * The codes of an error and of its causes, from the outermost: system errors and PostgreSQL have a `code`, nodemailer an `originalCode`, and the
 * store's errors are named by their code.
 */
export function failureCodes(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return [];
  const { code, originalCode, cause, errors } = error as Error & Record<string, unknown>;
  // Of several attempts, for example at each address of a host, the first tells as much as the others.
  const inner = Array.isArray(errors) ? errors[0] : cause;
  const own = [code, originalCode, error.name === 'Error' ? undefined : error.name];
  return [...own.filter(one => typeof one === 'string'), ...failureCodes(inner, depth + 1)];
}

/** Why something failed, as a Spanish sentence without a final period, and the code that says so; null if no code is known. */
export function knownFailure(error: unknown): { readonly sentence: string; readonly code: string } | null {
  // The innermost says most.
  for (const code of failureCodes(error).reverse()) {
    const sentence = failureSentence(code);
    if (sentence !== null) return { sentence, code };
  }
  return null;
}

/** One line about an unexpected error for a terminal, without the parameters of a failed query. */
export function faultText(error: unknown): string {
  const known = knownFailure(error);
  const why = known === null ? '' : `${known.sentence} (${known.code}). `;
  return `${why}Una falla inesperada: ${JSON.stringify(describeError(error))}`;
}
