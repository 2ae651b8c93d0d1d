import { constants, createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

// Signatures of requests by two standards: draft-cavage-http-signatures-12, which all servers of the Fediverse verify and most write, and
// RFC 9421. Requests are signed by the former and verified by both (docs/decisions/0107-signatures-of-requests.md).

const CLOCK_SKEW_MS = 60 * 60_000;
const HEADER_LENGTH_MAX = 4096;
const ACTIVITY_JSON = 'application/activity+json';

export interface OutgoingRequest {
  readonly url: URL;
  /** The body of a POST. A request without a body is a GET. */
  readonly body?: string;
  /** The address of the public key. */
  readonly keyId: string;
  /** An RSA key, in PEM or as an object, which is not parsed each time. */
  readonly privateKey: KeyObject | string;
  readonly now: Date;
}

/** Returns the headers of a signed request: `host`, `date` and `signature`, and those of its body. */
export function signedHeaders(request: OutgoingRequest): Record<string, string> {
  const { url, body, keyId, privateKey, now } = request;
  const headers = {
    host: url.host,
    date: now.toUTCString(),
    ...(body !== undefined && { digest: `SHA-256=${hashOf('sha256', body)}`, 'content-type': ACTIVITY_JSON }),
  };
  const target = `${body === undefined ? 'get' : 'post'} ${url.pathname}${url.search}`;
  const covered = Object.entries({ '(request-target)': target, ...headers });
  const text = covered.map(([name, value]) => `${name}: ${value}`).join('\n');
  const signature = sign('sha256', Buffer.from(text), privateKey).toString('base64');
  const names = covered.map(([name]) => name).join(' ');
  return {
    ...headers,
    signature: `keyId="${keyId}",algorithm="rsa-sha256",headers="${names}",signature="${signature}"`,
  };
}

/** A POST that has arrived. */
export interface IncomingRequest {
  /** The path and the query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The names of this site in the requests that it receives. */
export interface Receiver {
  readonly scheme: string;
  /** The host with and without its port. Either may be signed. */
  readonly hosts: readonly string[];
}

export interface Signature {
  readonly keyId: string;
  /** Whether the signature was made with the private key of a public key. */
  isBy(publicKeyPem: string): boolean;
}

type Algorithm = 'rsa-v1_5-sha256' | 'rsa-pss-sha512' | 'ed25519';
const ALGORITHMS: readonly Algorithm[] = ['rsa-v1_5-sha256', 'rsa-pss-sha512', 'ed25519'];

/** A signature as its headers describe it. */
interface Parsed {
  readonly keyId: string;
  readonly bytes: Buffer;
  /** The algorithms by which it may have been made. */
  readonly algorithms: readonly Algorithm[];
  /** The signed headers and other parts of the request, in order. */
  readonly covered: readonly string[];
  /** The signed times, in seconds since 1970. */
  readonly created: string | undefined;
  readonly expires: string | undefined;
  /** Writes a line of the signed text. */
  readonly line: (name: string, value: string) => string;
  /** The end of the signed text. */
  readonly end: string;
}

/**
 * Returns the signature of a request, or null if it has none that counts: it must cover the target, the host, a time within an hour of
 * `now` and the digest of the body.
 */
export function readSignature(request: IncomingRequest, receiver: Receiver, now: Date): Signature | null {
  const { signature, 'signature-input': input } = request.headers;
  if (typeof signature !== 'string' || signature.length > HEADER_LENGTH_MAX) return null;
  if (input !== undefined && input.length > HEADER_LENGTH_MAX) return null;
  const parsed = typeof input === 'string' ? parseMessage(input, signature) : parseDraft(signature);
  if (parsed === null || !isInForce(parsed, request.headers.date, now)) return null;
  const digests = parsed.covered.filter(name => name === 'digest' || name === 'content-digest');
  if (digests.length === 0 || !digests.every(name => isDigestOf(request.headers[name], request.body)))
    return null;
  const texts = receiver.hosts.flatMap(host => signedText(parsed, request, receiver.scheme, host) ?? []);
  const isBy = (key: string) =>
    parsed.algorithms.some(algorithm => texts.some(text => isSigned(algorithm, text, key, parsed.bytes)));
  return { keyId: parsed.keyId, isBy };
}

const DRAFT_PARAMETER = /(?:^|,)\s*([A-Za-z]+)=(?:"([^"]*)"|(\d+))/g;

function parseDraft(header: string): Parsed | null {
  const entries = [...header.matchAll(DRAFT_PARAMETER)];
  const values = new Map(entries.map(([, name = '', text, number]) => [name, text ?? number]));
  const {
    keyId,
    signature,
    algorithm = 'hs2019',
    headers = 'date',
    created,
    expires,
  } = Object.fromEntries(values);
  const covered = headers.toLowerCase().trim().split(/ +/);
  const [isCreated, isExpiring] = [covered.includes('(created)'), covered.includes('(expires)')];
  if (keyId === undefined || signature === undefined || values.size < entries.length) return null;
  if (!covered.includes('(request-target)') || !covered.includes('host')) return null;
  // The draft forbids the times of the signature with this algorithm.
  if (algorithm === 'rsa-sha256' ? isCreated || isExpiring : algorithm !== 'hs2019') return null;
  return {
    keyId,
    bytes: Buffer.from(signature, 'base64'),
    covered,
    algorithms: algorithm === 'hs2019' ? ALGORITHMS : ['rsa-v1_5-sha256'],
    created: isCreated ? (created ?? '') : undefined,
    expires: isExpiring ? (expires ?? '') : undefined,
    line: (name, value) => `${name}: ${value}`,
    end: '',
  };
}

/** A member of `Signature-Input`: its label, and its value with the covered components and the parameters. */
const INPUT =
  /(?:^|,)\s*([a-z*][\w.*-]*)=(\(((?: *"[^"]*")*) *\)((?:; *[a-z*][\w.*-]*(?:=(?:"(?:[^"\\]|\\.)*"|[^\s",;()]+))?)*))/g;
const INPUT_PARAMETER = /; *([a-z*][\w.*-]*)=(?:"((?:[^"\\]|\\.)*)"|(\d+))/g;

/** Returns the first signature of a message that covers the target. */
function parseMessage(input: string, signatures: string): Parsed | null {
  for (const [, label = '', value = '', components = '', rest = ''] of input.matchAll(INPUT)) {
    const covered = [...components.matchAll(/"([^"]*)"/g)].map(([, name = '']) => name);
    const values = [...rest.matchAll(INPUT_PARAMETER)].map(([, name, text, number]) => [
      name,
      text ?? number,
    ]);
    const { keyid: keyId, alg, created, expires } = Object.fromEntries(values);
    const members = signatures.split(',').map(member => member.trim());
    const bytes = members.find(member => member.startsWith(`${label}=:`))?.slice(label.length + 2);
    const has = (...names: string[]) => names.some(name => covered.includes(name));
    const hasTarget = has('@target-uri') || (has('@path') && has('@authority', 'host'));
    if (keyId === undefined || bytes === undefined || !has('@method') || !hasTarget) continue;
    return {
      keyId,
      bytes: Buffer.from(bytes, 'base64'),
      covered,
      created,
      expires,
      algorithms: ALGORITHMS.filter(name => alg === undefined || alg === name),
      line: (name, text) => `"${name}": ${text}`,
      end: `\n"@signature-params": ${value}`,
    };
  }
  return null;
}

/** Returns the text that was signed if the request was sent to `host`, or null if the request lacks a part of it. */
function signedText(parsed: Parsed, request: IncomingRequest, scheme: string, host: string): string | null {
  const { target, headers } = request;
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const parts: Record<string, string | string[] | undefined> = {
    ...headers,
    '(request-target)': `post ${target}`,
    '(created)': parsed.created,
    '(expires)': parsed.expires,
    host,
    '@authority': host,
    '@scheme': scheme,
    '@target-uri': `${scheme}://${host}${target}`,
    '@method': 'POST',
    '@request-target': target,
    '@path': path,
    '@query': `?${query}`,
  };
  const lines = parsed.covered.map(name => {
    const value = parts[name];
    return typeof value === 'string' ? parsed.line(name, value.trim()) : null;
  });
  return lines.includes(null) ? null : `${lines.join('\n')}${parsed.end}`;
}

/** Whether all signed times, at least one, are within an hour of `now`, and the signature has not expired. */
function isInForce({ covered, created, expires }: Parsed, date: string | undefined, now: Date): boolean {
  const times = [
    ...(created === undefined ? [] : [Number(created) * 1000]),
    ...(covered.includes('date') ? [Date.parse(date ?? '')] : []),
  ];
  const isNow = (time: number) => Math.abs(time - now.getTime()) <= CLOCK_SKEW_MS;
  const isExpired = expires !== undefined && !(Number(expires) * 1000 >= now.getTime());
  return times.length > 0 && times.every(isNow) && !isExpired;
}

const hashOf = (algorithm: string, body: string | Buffer): string =>
  createHash(algorithm).update(body).digest('base64');

/** An entry of `Digest` (`SHA-256=…`) or `Content-Digest` (`sha-256=:…:`). */
const DIGEST = /(?:^|,)\s*sha-(256|512)=:?([\w+/]+={0,2}):?(?=\s*(?:,|$))/gi;

/** Whether a header has digests of kinds that we know, all of them the body's. */
function isDigestOf(header: string | string[] | undefined, body: Buffer): boolean {
  const digests = typeof header === 'string' ? [...header.matchAll(DIGEST)] : [];
  return (
    digests.length > 0 && digests.every(([, bits = '', digest]) => hashOf(`sha${bits}`, body) === digest)
  );
}

function isSigned(algorithm: Algorithm, text: string, publicKeyPem: string, signature: Buffer): boolean {
  try {
    const key = createPublicKey(publicKeyPem);
    const data = Buffer.from(text);
    if (key.asymmetricKeyType !== algorithm.split('-')[0]) return false;
    if (algorithm === 'ed25519') return verify(null, data, key, signature);
    if (algorithm === 'rsa-v1_5-sha256') return verify('sha256', data, key, signature);
    const padding = constants.RSA_PKCS1_PSS_PADDING;
    return verify('sha512', data, { key, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }, signature);
  } catch {
    // The key cannot be read.
    return false;
  }
}
