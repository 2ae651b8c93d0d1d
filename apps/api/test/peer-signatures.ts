import { createHash, createPublicKey, sign, verify } from 'node:crypto';

/** A request as it is signed: with its complete address, and its body if it has one. */
interface Signable {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: string;
}

interface Signing {
  readonly keyId: string;
  readonly privateKey: string;
  readonly now: Date;
  /** The host as it is signed and sent. Gancio leaves out the port. */
  readonly host?: string;
}

/** A request as a server receives it. */
interface Arrived {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A public key, and the actor that it belongs to. */
export interface PublishedKey {
  readonly owner: string;
  readonly publicKeyPem: string;
}

const HOUR_MS = 3_600_000;
const sha256 = (body: string): string => createHash('sha256').update(body).digest('base64');
const rsaSign = (text: string, privateKey: string): string =>
  sign('sha256', Buffer.from(text), privateKey).toString('base64');

/** Headers of a request signed as in draft-cavage-http-signatures-12, section 2.1, with the `Digest` of RFC 3230 if it has a body. */
export function signedByDraft(
  { method, url, body }: Signable,
  { keyId, privateKey, now, host }: Signing,
): Record<string, string> {
  const { pathname, search, host: urlHost } = new URL(url);
  const headers: Record<string, string> = { host: host ?? urlHost, date: now.toUTCString() };
  if (method === 'POST') headers.digest = `SHA-256=${sha256(body)}`;
  const lines = [`(request-target): ${method.toLowerCase()} ${pathname}${search}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  const names = ['(request-target)', ...Object.keys(headers)].join(' ');
  const signature = rsaSign(lines.join('\n'), privateKey);
  headers.signature = `keyId="${keyId}",algorithm="rsa-sha256",headers="${names}",signature="${signature}"`;
  return headers;
}

/** Headers of a request signed as in RFC 9421, with the `Content-Digest` of RFC 9530, as Mastodon 4.5 signs. */
export function signedByRfc9421(
  { method, url, body }: Signable,
  { keyId, privateKey, now, host }: Signing,
): Record<string, string> {
  const contentDigest = `sha-256=:${sha256(body)}:`;
  const hasBody = method === 'POST';
  const components = ['"@method"', '"@target-uri"', ...(hasBody ? ['"content-digest"'] : [])].join(' ');
  const created = Math.floor(now.getTime() / 1000);
  const parameters = `(${components});created=${created};keyid="${keyId}";alg="rsa-v1_5-sha256"`;
  const base = [
    `"@method": ${method}`,
    `"@target-uri": ${url}`,
    ...(hasBody ? [`"content-digest": ${contentDigest}`] : []),
    `"@signature-params": ${parameters}`,
  ].join('\n');
  return {
    host: host ?? new URL(url).host,
    date: now.toUTCString(),
    ...(hasBody && { 'content-digest': contentDigest }),
    'signature-input': `sig1=${parameters}`,
    signature: `sig1=:${rsaSign(base, privateKey)}:`,
  };
}

/** The properties of a delivery's signature that a peer would reject, in sentences; `keyOf` fetches a key by its id. */
export async function problemsOfSignature(
  { method, path, headers, body }: Arrived,
  keyOf: (keyId: string) => Promise<PublishedKey | null>,
  now: Date,
): Promise<string[]> {
  const header = (name: string) => headers[name]?.toString() ?? '';
  const parameters = new Map(
    [...header('signature').matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const { keyId, algorithm, signature } = Object.fromEntries(parameters);
  if (keyId === undefined || signature === undefined) return ['The request has no draft-cavage signature.'];
  const names = parameters.get('headers')?.split(' ') ?? ['date'];
  const problems = ['(request-target)', 'host', 'date', 'digest']
    .filter(name => !names.includes(name))
    .map(name => `The signature does not cover ${name}.`);
  if (algorithm !== 'rsa-sha256' && algorithm !== 'hs2019')
    problems.push(`The algorithm ${algorithm} of the signature is unknown to Mastodon.`);
  if (header('digest') !== `SHA-256=${sha256(body)}`) problems.push('The digest is not that of the body.');
  const date = new Date(header('date'));
  if (header('date') !== date.toUTCString()) problems.push('The date is not in the format of HTTP.');
  if (!(Math.abs(now.getTime() - date.getTime()) <= HOUR_MS))
    problems.push('The date is an hour or more away.');
  const published = await keyOf(keyId);
  if (published === null) return [...problems, `The key ${keyId} cannot be fetched.`];
  const lines = names.map(name =>
    name === '(request-target)'
      ? `(request-target): ${method.toLowerCase()} ${path}`
      : `${name}: ${header(name)}`,
  );
  const isValid = verify(
    'sha256',
    Buffer.from(lines.join('\n')),
    createPublicKey(published.publicKeyPem),
    Buffer.from(signature, 'base64'),
  );
  if (!isValid) problems.push('The signature does not match.');
  if (JSON.parse(body).actor !== published.owner) problems.push('The key belongs to another than the actor.');
  return problems;
}
