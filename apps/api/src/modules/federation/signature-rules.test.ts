import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cpuTimeOf } from '../../../../../tests/cpu-time.ts';
import { draft, rfc9421 } from '../../../test/signature-vectors.ts';
import { type IncomingRequest, readSignature, signedHeaders } from './signature-rules.ts';

const pem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }));
const withHeaders = (request: IncomingRequest, headers: Record<string, string | undefined>) => ({
  ...request,
  headers: { ...request.headers, ...headers },
});

describe('the vectors of draft-cavage-12', () => {
  const { request, receiver, now, publicKey } = draft;
  const read = (signature: string) => readSignature(withHeaders(request, { signature }), receiver, now);

  it('C.3 is verified', () => {
    const signature = read(draft.complete);
    expect(signature?.keyId).toBe('Test');
    expect(signature?.isBy(publicKey)).toBe(true);
    expect(signature?.isBy(rfc9421.rsaKey)).toBe(false);
    expect(read(draft.complete.replace('rsa-sha256', 'hs2019'))?.isBy(publicKey)).toBe(true);
    expect(read(draft.complete.replace('algorithm="rsa-sha256",', ''))?.isBy(publicKey)).toBe(true);
  });

  it('C.1 and C.2 are not, since they do not cover the body', () => {
    expect(read(draft.dateAlone)).toBeNull();
    expect(read(draft.withoutDigest)).toBeNull();
  });

  it('a signature is that of the algorithm of C.2', () => {
    const { url, keyId, privateKey } = {
      url: new URL('https://example.com/foo?param=value&pet=dog'),
      keyId: 'Test',
      privateKey: draft.privateKey,
    };
    const headers = signedHeaders({ url, keyId, privateKey, now });
    expect(headers).toEqual({
      host: 'example.com',
      date: 'Sun, 05 Jan 2014 21:31:40 GMT',
      signature: expect.stringContaining('headers="(request-target) host date"'),
    });
    // C.2 signs a POST, and ours is a GET.
    const text =
      '(request-target): get /foo?param=value&pet=dog\nhost: example.com\ndate: Sun, 05 Jan 2014 21:31:40 GMT';
    expect(headers.signature).toContain(
      sign('sha256', Buffer.from(text), draft.privateKey).toString('base64'),
    );
    const ofC2 = sign('sha256', Buffer.from(text.replace(': get', ': post')), draft.privateKey).toString(
      'base64',
    );
    expect(draft.withoutDigest).toContain(ofC2);
  });
});

describe('the vectors of RFC 9421', () => {
  it('section 4.3 is verified until it expires', () => {
    const { request, receiver, now } = rfc9421.proxy;
    expect(readSignature(request, receiver, now)?.isBy(rfc9421.rsaKey)).toBe(true);
    expect(readSignature(request, receiver, new Date(now.getTime() + 61_000))).toBeNull();
  });

  it('B.2.3 is verified', () => {
    const { request, receiver, now } = rfc9421.full;
    const key = pem(
      createPublicKey({ format: 'jwk', key: { kty: 'RSA', e: 'AQAB', n: rfc9421.rsaPssModulus } }),
    );
    const signature = readSignature(request, receiver, now);
    expect(signature?.keyId).toBe('test-key-rsa-pss');
    expect(signature?.isBy(key)).toBe(true);
    expect(signature?.isBy(rfc9421.rsaKey)).toBe(false);
    expect(signature?.isBy(rfc9421.ed25519Key)).toBe(false);
  });

  it('B.2.6 is not, since it does not cover the body', () => {
    const { request, receiver, now } = rfc9421.full;
    expect(readSignature(withHeaders(request, rfc9421.withoutDigest), receiver, now)).toBeNull();
  });
});

const NOW = new Date('2026-11-29T17:00:00.000Z');
const RECEIVER = { scheme: 'https', hosts: ['minga.example:8443', 'minga.example'] };
const BODY = '{"type":"Follow"}';
const KEY_ID = 'https://peer.example/actor#main-key';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ed25519 = generateKeyPairSync('ed25519');
const hash = (body: string) => createHash('sha256').update(body).digest('base64');
const privateKey = String(rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }));

const ours = (changes: Partial<Parameters<typeof signedHeaders>[0]> = {}) => ({
  target: '/ap/inbox',
  headers: signedHeaders({
    url: new URL('https://minga.example:8443/ap/inbox'),
    body: BODY,
    keyId: KEY_ID,
    privateKey,
    now: NOW,
    ...changes,
  }),
  body: Buffer.from(BODY),
});

const isVerified = (request: IncomingRequest, now = NOW) =>
  readSignature(request, RECEIVER, now)?.isBy(pem(rsa.publicKey)) === true;

/** Signs a request as the draft says, with the lines of the given headers. */
function drafted(names: string, values: Record<string, string>, parameters = ''): IncomingRequest {
  const all: Record<string, string> = {
    '(request-target)': 'post /ap/inbox',
    host: 'minga.example:8443',
    date: NOW.toUTCString(),
    digest: `SHA-256=${hash(BODY)}`,
    ...values,
  };
  const text = names.split(' ').map(name => `${name.toLowerCase()}: ${all[name.toLowerCase()]}`);
  const signature = sign('sha256', Buffer.from(text.join('\n')), rsa.privateKey).toString('base64');
  const headers = Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('(')));
  return {
    target: '/ap/inbox',
    headers: {
      ...headers,
      signature: `keyId="${KEY_ID}",headers="${names}",signature="${signature}"${parameters}`,
    },
    body: Buffer.from(BODY),
  };
}

const ALL = '(request-target) host date digest';
const seconds = (time: number) => String(Math.floor(time / 1000));
const HOUR_MS = 3_600_000;

describe('draft-cavage', () => {
  it('verifies its own signatures', () => expect(isVerified(ours())).toBe(true));

  it.each([
    ['with another order and other spelling', drafted('Digest Date (request-target) Host', {})],
    ['without the port of the host', drafted(ALL, { host: 'minga.example' })],
    ['with more headers', drafted(`${ALL} user-agent`, { 'user-agent': 'peer/1.0' })],
    [
      'with (created) in place of the date',
      drafted(
        '(request-target) host (created) digest',
        { '(created)': seconds(NOW.getTime()) },
        `,created=${seconds(NOW.getTime())}`,
      ),
    ],
    [
      'with several digests',
      drafted(ALL, {
        digest: `SHA-512=${createHash('sha512').update(BODY).digest('base64')},sha-256=${hash(BODY)}`,
      }),
    ],
    ['with a digest of an unknown kind as well', drafted(ALL, { digest: `MD5=abc,SHA-256=${hash(BODY)}` })],
    [
      'made almost an hour ago',
      drafted(ALL, { date: new Date(NOW.getTime() - HOUR_MS + 1000).toUTCString() }),
    ],
  ])('accepts a request %s', (_, request) => expect(isVerified(request)).toBe(true));

  const created = (time: number, expires = '') =>
    drafted(
      '(request-target) host (created) digest',
      { '(created)': seconds(time) },
      `,created=${seconds(time)}${expires}`,
    );

  it.each([
    ['without a signature', { ...ours(), headers: { ...ours().headers, signature: undefined } }],
    ['with another body', { ...ours(), body: Buffer.from('{"type":"Undo"}') }],
    ['with another target', { ...ours(), target: '/ap/other' }],
    ['with a query', { ...ours(), target: '/ap/inbox?x' }],
    ['to another host', ours({ url: new URL('https://other.example/ap/inbox') })],
    ['to another port', ours({ url: new URL('https://minga.example:9000/ap/inbox') })],
    ['made an hour ago', ours({ now: new Date(NOW.getTime() - HOUR_MS - 1000) })],
    ['made in an hour', ours({ now: new Date(NOW.getTime() + HOUR_MS + 1000) })],
    ['with a changed date', withHeaders(ours(), { date: new Date(NOW.getTime() + 1000).toUTCString() })],
    ['with a date that is none', drafted(ALL, { date: 'tomorrow' })],
    ['without its date', withHeaders(ours(), { date: undefined })],
    ['without its digest', withHeaders(ours(), { digest: undefined })],
    ['with an unknown digest', drafted(ALL, { digest: 'MD5=abc' })],
    [
      'with two digests, of which one is wrong',
      drafted(ALL, { digest: `SHA-256=${hash(BODY)},SHA-256=${hash('x')}` }),
    ],
    ['that does not cover the target', drafted('host date digest', {})],
    ['that does not cover the host', drafted('(request-target) date digest', {})],
    ['that does not cover a time', drafted('(request-target) host digest', {})],
    ['that does not cover the digest', drafted('(request-target) host date', {})],
    [
      'that covers a header which is absent',
      withHeaders(drafted(`${ALL} x-a`, { 'x-a': 'b' }), { 'x-a': undefined }),
    ],
    [
      'with an unsigned time',
      drafted('(request-target) host digest', {}, `,created=${seconds(NOW.getTime())}`),
    ],
    ['with (created) of yesterday', created(NOW.getTime() - 24 * HOUR_MS)],
    ['with (created) but no time', drafted('(request-target) host (created) digest', { '(created)': '' })],
    ['with a parameter twice', drafted(ALL, {}, `,keyId="https://victim.example/actor#main-key"`)],
    ['with an unknown algorithm', drafted(ALL, {}, ',algorithm="none"')],
    [
      'with (created) and rsa-sha256',
      (() => {
        const request = created(NOW.getTime());
        return withHeaders(request, { signature: `${request.headers.signature},algorithm="rsa-sha256"` });
      })(),
    ],
    [
      'with a signature that is none',
      withHeaders(ours(), { signature: `keyId="${KEY_ID}",headers="${ALL}",signature="***"` }),
    ],
    ['with an empty signature', withHeaders(ours(), { signature: '' })],
    [
      'with a very long signature',
      withHeaders(ours(), { signature: `${ours().headers.signature}${' '.repeat(5000)}` }),
    ],
  ] satisfies [string, IncomingRequest][])('rejects a request %s', (_, request) =>
    expect(isVerified(request)).toBe(false),
  );

  it('rejects what is no public key', () => {
    const signature = readSignature(ours(), RECEIVER, NOW);
    for (const key of [
      '',
      'x',
      pem(ed25519.publicKey),
      `-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----`,
    ])
      expect(signature?.isBy(key)).toBe(false);
  });
});

const RFC_ALL = '"@method" "@target-uri" "content-digest"';

/** Signs a request as RFC 9421 says. `parts` are the lines of the components. */
function message(
  components: string,
  parts: Record<string, string> = {},
  parameters = '',
  label = 'sig1',
): IncomingRequest {
  const values: Record<string, string> = {
    '@method': 'POST',
    '@target-uri': 'https://minga.example:8443/ap/inbox',
    '@path': '/ap/inbox',
    '@authority': 'minga.example:8443',
    '@request-target': '/ap/inbox',
    '@query': '?',
    '@scheme': 'https',
    'content-digest': `sha-256=:${hash(BODY)}:`,
    date: NOW.toUTCString(),
    host: 'minga.example',
    ...parts,
  };
  const names = [...components.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  const value = `(${components});created=${seconds(NOW.getTime())};keyid="${KEY_ID}"${parameters}`;
  const text = [...names.map(name => `"${name}": ${values[name]}`), `"@signature-params": ${value}`].join(
    '\n',
  );
  const isEd25519 = parameters.includes('ed25519');
  const bytes = sign(
    isEd25519 ? null : 'sha256',
    Buffer.from(text),
    isEd25519 ? ed25519.privateKey : rsa.privateKey,
  );
  const headers = Object.entries(values).filter(([name]) => !name.startsWith('@'));
  return {
    target: '/ap/inbox',
    headers: {
      ...Object.fromEntries(headers),
      'signature-input': `${label}=${value}`,
      signature: `${label}=:${bytes.toString('base64')}:`,
    },
    body: Buffer.from(BODY),
  };
}

describe('RFC 9421', () => {
  it.each([
    ['of Mastodon', message(RFC_ALL)],
    ['with path and authority', message('"@method" "@path" "@authority" "content-digest" "date"')],
    ['with path and host', message('"@method" "@path" "host" "content-digest"')],
    ['with every part', message(`${RFC_ALL} "@query" "@scheme" "@request-target" "@authority"`)],
    ['without the port of the host', message(RFC_ALL, { '@target-uri': 'https://minga.example/ap/inbox' })],
    ['with an algorithm', message(RFC_ALL, {}, ';alg="rsa-v1_5-sha256"')],
    ['with a nonce and a tag', message(RFC_ALL, {}, ';nonce="a,b=(\\"c\\")";tag="fediverse"')],
    [
      'with a sha-512 digest',
      message(RFC_ALL, {
        'content-digest': `sha-512=:${createHash('sha512').update(BODY).digest('base64')}:`,
      }),
    ],
  ])('accepts a request %s', (_, request) => expect(isVerified(request)).toBe(true));

  it('accepts the second signature of a request if the first does not cover what it must', () => {
    const [first, second] = [message('"@method"', {}, '', 'a'), message(RFC_ALL, {}, '', 'b')];
    const both = (name: string) => `${first.headers[name]}, ${second.headers[name]}`;
    const headers = { 'signature-input': both('signature-input'), signature: both('signature') };
    expect(isVerified(withHeaders(second, headers))).toBe(true);
  });

  it('accepts a signature by ed25519', () => {
    const signature = readSignature(message(RFC_ALL, {}, ';alg="ed25519"'), RECEIVER, NOW);
    expect(signature?.isBy(pem(ed25519.publicKey))).toBe(true);
    expect(signature?.isBy(pem(rsa.publicKey))).toBe(false);
  });

  it.each([
    ['that does not cover the method', message('"@target-uri" "content-digest"')],
    ['that does not cover the target', message('"@method" "content-digest"')],
    ['that does not cover the host', message('"@method" "@path" "content-digest"')],
    ['that does not cover the digest', message('"@method" "@target-uri"')],
    ['with another body', { ...message(RFC_ALL), body: Buffer.from('{}') }],
    ['to another host', message(RFC_ALL, { '@target-uri': 'https://other.example/ap/inbox' })],
    ['over http', message(RFC_ALL, { '@target-uri': 'http://minga.example:8443/ap/inbox' })],
    ['by another method', message(RFC_ALL, { '@method': 'PUT' })],
    ['with a component that we do not know', message(`${RFC_ALL} "@status"`, { '@status': '200' })],
    ['with a parameter of a component', message(`"@method" "@target-uri";req "content-digest"`)],
    ['that has expired', message(RFC_ALL, {}, `;expires=${seconds(NOW.getTime() - 1000)}`)],
    ['with an unknown algorithm', message(RFC_ALL, {}, ';alg="hmac-sha256"')],
    ['with the algorithm of another key', message(RFC_ALL, {}, ';alg="ed25519"')],
    [
      'with a signature of another label',
      withHeaders(message(RFC_ALL), {
        signature: message(RFC_ALL, {}, '', 'b').headers.signature as string,
      }),
    ],
    [
      'with no input that can be read',
      withHeaders(message(RFC_ALL), { 'signature-input': 'sig1=("@method"' }),
    ],
  ] satisfies [string, IncomingRequest][])('rejects a request %s', (_, request) =>
    expect(isVerified(request)).toBe(false),
  );

  it('rejects a request made an hour ago', () => {
    expect(isVerified(message(RFC_ALL), new Date(NOW.getTime() + HOUR_MS))).toBe(true);
    expect(isVerified(message(RFC_ALL), new Date(NOW.getTime() + HOUR_MS + 1000))).toBe(false);
  });
});

it('reads the longest hostile headers in milliseconds', () => {
  const hostile = [',a=("', ',a=(" " "', ',a=()', ';a="', ' '.repeat(8), ',a="', 'a=b,', '=', '\\"'];
  const duration = cpuTimeOf(() => {
    for (const part of hostile) {
      const header = part.repeat(4096 / part.length);
      readSignature(withHeaders(ours(), { signature: header, 'signature-input': header }), RECEIVER, NOW);
      readSignature(withHeaders(ours(), { signature: header, digest: header }), RECEIVER, NOW);
    }
  });
  expect(duration).toBeLessThan(1_000);
});
