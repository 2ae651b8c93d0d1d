import { failureSentence } from '@minga/contract/failure-sentences';
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** The names of redacted fields. At level trace, a library logs the headers of an upload, which include the session's cookie. */
const SECRETS = ['email', 'password', 'token', 'recipient', 'headers', 'cookie', 'authorization'];

/**
 * Creates a logger of JSON lines, by default to standard output. Our code never logs bodies and headers; redaction is a second safeguard.
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

/** Describes where an error arose, without its message, since the message of a row's fault may quote the row. */
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
 * Returns the codes of an error and of its causes, from the outermost one. Errors of the system and of PostgreSQL have a `code`, those of
 * nodemailer an `originalCode`, and those of the image store have their code as `name`.
 */
export function failureCodes(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return [];
  const { code, originalCode, cause, errors } = error as Error & Record<string, unknown>;
  // The errors of several attempts, for example at each address of a host, have the same reason, so the first is enough.
  const inner = Array.isArray(errors) ? errors[0] : cause;
  const own = [code, originalCode, error.name === 'Error' ? undefined : error.name];
  return [...own.filter(one => typeof one === 'string'), ...failureCodes(inner, depth + 1)];
}

/** Returns the reason for an error as a Spanish sentence without a final period, and its code; null if no code is known. */
export function knownFailure(error: unknown): { readonly sentence: string; readonly code: string } | null {
  // The innermost code is the most specific.
  for (const code of failureCodes(error).reverse()) {
    const sentence = failureSentence(code);
    if (sentence !== null) return { sentence, code };
  }
  return null;
}

/** Describes an unexpected error in one line for a terminal, without the parameters of a failed query. */
export function faultText(error: unknown): string {
  const known = knownFailure(error);
  const why = known === null ? '' : `${known.sentence} (${known.code}). `;
  return `${why}Una falla inesperada: ${JSON.stringify(describeError(error))}`;
}
