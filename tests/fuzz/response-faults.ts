import { maxHeaderSize } from 'node:http';
import { englishWords } from '../../apps/api/test/english-words.ts';
import { errorReply } from '../../packages/contract/src/errors.ts';
import type { Operation } from './operation.ts';
import type { Probe } from './probe.ts';
import type { ProbeResponse } from './send-probe.ts';

/** Internals that must not leak: stack traces, SQL, library names, paths. */
const INTERNALS = [
  /\bat \S+ \(|node_modules|\.[cm]?[jt]s:\d|drizzle|fastify|postgres|\/(?:srv|tmp|work|usr|home)\//i,
  /\bselect\b.+\bfrom\b|\binsert into\b|violates|syntax error|constraint|relation "/i,
  /\bE(?:CONN|NOENT|NOTFOUND|PIPE|TIMEDOUT|ACCES|ADDR|INVAL|EXIST|BUSY|NOSPC)[A-Z]*\b|FST_|ERR_|HPE_/,
];

/**
 * Whether the server may close the connection while the client still sends, which discards the response: bodies of a wrong length, and
 * heads that are too long.
 */
const mayLoseResponse = ({ lengthError, url }: Probe): boolean =>
  lengthError !== undefined || url.length > maxHeaderSize;

/** Returns the faults of a response to a probe, or of the cause why there is none. */
export function responseFaults(
  operation: Operation,
  probe: Probe,
  response: ProbeResponse | string,
): string[] {
  if (typeof response === 'string') return mayLoseResponse(probe) ? [] : [response];
  const { status } = response;
  const faults: string[] = [];
  if (status >= 500) faults.push(`returned ${status}`);
  if (status >= 400) faults.push(...errorFaults(response));
  else if (status !== 304) faults.push(...successFaults(operation, response));
  return faults;
}

function successFaults({ responses }: Operation, { status, body }: ProbeResponse): string[] {
  const schema = responses.get(status);
  if (schema === undefined) return [`${status} is not described`];
  if (schema === null) return body === '' ? [] : [`${status} with a body`];
  const parsed = schema.safeParse(jsonOf(body));
  if (parsed.success) return [];
  const [issue] = parsed.error.issues;
  return [`not as described: ${issue?.path.join('.')}: ${issue?.message}`];
}

function errorFaults({ headers, body }: ProbeResponse): string[] {
  if (!headers['content-type']?.startsWith('application/json')) return ['an error that is not JSON'];
  const parsed = errorReply.safeParse(jsonOf(body));
  if (!parsed.success) return ['an error that violates the contract'];
  const sentences = [parsed.data.message].flat();
  const faults = sentences.filter(isNotSpanish).map(sentence => `not a Spanish sentence: ${sentence}`);
  if (sentences.length === 0) faults.push('an error without a sentence');
  if (INTERNALS.some(pattern => pattern.test(body))) faults.push(`leaks internals: ${body.slice(0, 200)}`);
  return faults;
}

const isNotSpanish = (sentence: string): boolean =>
  !/^[\p{Lu}¡¿«]/u.test(sentence) || englishWords(sentence).length > 0;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
