import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** JSON lines on standard output, unless told where. Bodies and headers are never logged; what could slip in is cut out. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['email', 'password', 'token', 'recipient', '*.email', '*.password', '*.token', '*.recipient'],
      censor: '[oculto]',
    },
    serializers: { err: describeError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** A fault without the values that a query carried: they may be somebody's address or token. */
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

function withoutMessage(error: Error): string {
  const stack = error.stack ?? '';
  const firstFrame = stack.indexOf('\n    at ');
  return firstFrame === -1 ? '' : stack.slice(firstFrame + 1);
}
