import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One request of the run, as it is sent; ids are put in for its slots then. */
export interface Probe {
  /** What is hostile in it. */
  readonly what: string;
  readonly method: string;
  /** From `/api` on, with the query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** How many bytes more (or fewer) than there are the request announces. */
  readonly lengthError?: number;
}

const INLINE_MAX = 1_000;

/** The same request for a shell, without its session; a long body is put into a file. */
export function asCurl(origin: string, { method, url, headers, body }: Probe): string {
  const parts = [`curl -sS -X ${method} --path-as-is -g`, quoted(`${origin}${url}`)];
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body === null) return parts.join(' ');
  const bytes = Buffer.from(body);
  if (bytes.length > INLINE_MAX) return [...parts, `--data-binary @${kept(bytes)}`].join(' ');
  return `echo ${bytes.toString('base64')} | base64 -d | ${parts.join(' ')} --data-binary @-`;
}

function kept(bytes: Buffer): string {
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const path = join(tmpdir(), `minga-fuzz-${name}.bin`);
  writeFileSync(path, bytes);
  return path;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
