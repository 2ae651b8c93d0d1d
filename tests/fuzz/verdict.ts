import { englishWords } from '../../apps/api/test/english-words.ts';
import { errorReply } from '../../packages/contract/src/errors.ts';
import type { Operation } from './operation.ts';
import type { Probe } from './probe.ts';
import type { Answer } from './send.ts';

const SLOW_MS = 5_000;

/** What only a program's inside says: stacks, SQL, names of our parts, paths. */
const INSIDE = [
  /\bat \S+ \(|node_modules|\.[cm]?[jt]s:\d|drizzle|fastify|postgres|\/(?:srv|tmp|work|usr|home)\//i,
  /\bselect\b.+\bfrom\b|\binsert into\b|violates|syntax error|constraint|relation "/i,
  /\bE(?:CONN|NOENT|NOTFOUND|PIPE|TIMEDOUT|ACCES|ADDR|INVAL|EXIST|BUSY|NOSPC)[A-Z]*\b|FST_|ERR_|HPE_/,
];

/** What is wrong with an answer; empty: nothing. */
export function faultsOf(operation: Operation, probe: Probe, answer: Answer | null): string[] {
  if (answer === null)
    return probe.lengthError === undefined ? ['the connection ended without an answer'] : [];
  const { status, milliseconds } = answer;
  const faults: string[] = [];
  if (milliseconds > SLOW_MS) faults.push(`took ${Math.round(milliseconds)} ms`);
  if (status >= 500) faults.push(`answered ${status}`);
  if (status >= 400) faults.push(...faultsOfRefusal(answer));
  else if (status !== 304) faults.push(...faultsOfReply(operation, answer));
  return faults;
}

function faultsOfReply({ replies }: Operation, { status, body }: Answer): string[] {
  const schema = replies.get(status);
  if (schema === undefined) return [`${status} is not described`];
  if (schema === null) return body === '' ? [] : [`${status} with a body`];
  const parsed = schema.safeParse(jsonOf(body));
  if (parsed.success) return [];
  const [issue] = parsed.error.issues;
  return [`not as described: ${issue?.path.join('.')}: ${issue?.message}`];
}

function faultsOfRefusal({ headers, body }: Answer): string[] {
  if (!headers['content-type']?.startsWith('application/json')) return ['an error that is no JSON'];
  const parsed = errorReply.safeParse(jsonOf(body));
  if (!parsed.success) return ['an error of another shape than the contract’s'];
  const sentences = [parsed.data.message].flat();
  const faults = sentences.filter(isNoSpanishSentence).map(sentence => `no Spanish sentence: ${sentence}`);
  if (sentences.length === 0) faults.push('an error without a sentence');
  if (INSIDE.some(pattern => pattern.test(body))) faults.push(`tells of its inside: ${body.slice(0, 200)}`);
  return faults;
}

const isNoSpanishSentence = (sentence: string): boolean =>
  !/^[\p{Lu}¡¿«]/u.test(sentence) || englishWords(sentence).length > 0;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
