import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One request of the run; its slots are filled with ids before it is sent. */
export interface Probe {
  /** Names the hostile part. */
  readonly label: string;
  readonly method: string;
  /** Path from `/api` on, with the query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** Difference of the announced to the actual content length. */
  readonly lengthError?: number;
}

const INLINE_MAX = 1_000;

/** The request as a shell command, without its session; writes a long body to a file. */
export function asCurl(origin: string, { method, url, headers, body }: Probe): string {
  const parts = [`curl -sS -X ${method} --path-as-is -g`, shellQuoted(`${origin}${url}`)];
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${shellQuoted(`${name}: ${value}`)}`);
  if (body === null) return parts.join(' ');
  const bytes = Buffer.from(body);
  if (bytes.length > INLINE_MAX) return [...parts, `--data-binary @${writeBodyFile(bytes)}`].join(' ');
  return `echo ${bytes.toString('base64')} | base64 -d | ${parts.join(' ')} --data-binary @-`;
}

function writeBodyFile(bytes: Buffer): string {
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const path = join(tmpdir(), `minga-fuzz-${name}.bin`);
  writeFileSync(path, bytes);
  return path;
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
