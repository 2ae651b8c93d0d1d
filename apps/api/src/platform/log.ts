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
