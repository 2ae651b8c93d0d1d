import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { listenOnFreePort } from '../../../test/live-client.ts';
import { fixedSite } from '../../../test/site.ts';
import { readSettings } from '../../settings.ts';
import { createPgListener } from '../database/listener.ts';
import { createServer } from '../http/server.ts';
import { createLog } from '../log.ts';
import {
  type ContentEncoding,
  contentEtag,
  createPublicResponseCache,
  matchesEtag,
  negotiateEncoding,
  sendCacheable,
} from './response-cache.ts';

describe('public response cache', async () => {
  const MEGABYTE = 1_000_000;
  const LIMIT = 8 * MEGABYTE;
  const SIZE = 390_000;

  const database = await testDatabase();
  const listener = createPgListener({ databaseUrl: database.url, log: createLog('silent') });
  let now = new Date('2026-11-21T17:00:00Z');
  const cache = createPublicResponseCache({ listener, clock: () => now });
  await listener.start();
  afterAll(() => listener.stop());

  /** Returns text that compression reduces little. */
  const noise = (length: number) => randomBytes(length).toString('base64').slice(0, length);
  const content = (body: string) => ({ body, type: 'text/plain', headers: [] });
  const store = (url: string, body: string, encoding: ContentEncoding = 'identity') =>
    cache.fetch({ url, encoding, read: async () => content(body) });
  const urlsOf = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);
  const isCached = (url: string) => cache.get(url, 'identity') !== undefined;
  const cachedOf = (urls: readonly string[]) => urls.filter(isCached);

  let round = 0;
  beforeEach(async () => {
    // These entries evict those of the previous test.
    round += 1;
    for (const url of urlsOf(25)) await store(`/before/${round}${url}`, noise(SIZE));
  });

  describe('within the limit of bytes', () => {
    it('retains the newest entries', async () => {
      const urls = urlsOf(60);
      for (const url of urls) await store(url, noise(SIZE));
      const count = cachedOf(urls).length;
      expect(count * SIZE).toBeLessThanOrEqual(LIMIT);
      expect((count + 2) * SIZE).toBeGreaterThan(LIMIT);
      expect(cachedOf(urls)).toEqual(urls.slice(-count));
    });

    it('retains an entry that is requested repeatedly', async () => {
      await store('/again', noise(SIZE));
      for (const url of urlsOf(60)) {
        expect(isCached('/again')).toBe(true);
        await store(url, noise(SIZE));
      }
    });

    it('evicts entries that were requested again long ago', async () => {
      const early = urlsOf(10).map(url => `/early${url}`);
      for (const url of early) await store(url, noise(SIZE));
      expect(cachedOf(early)).toEqual(early);
      const urls = urlsOf(60);
      for (const url of urls) await store(url, noise(SIZE));
      expect(cachedOf(early)).toEqual([]);
      expect(cachedOf(urls)).toEqual(urls.slice(-cachedOf(urls).length));
    });

    it('counts bytes, not characters', async () => {
      const urls = urlsOf(60);
      for (const url of urls) await store(url, 'ñ'.repeat(SIZE / 2));
      expect(cachedOf(urls).length * SIZE).toBeLessThanOrEqual(LIMIT);
    });

    it('counts the bytes of each encoding', async () => {
      const urls = urlsOf(40);
      for (const url of urls) await store(url, noise(SIZE));
      const before = cachedOf(urls);
      for (const url of before.slice(-10)) await store(url, 'not read', 'br');
      const after = cachedOf(urls);
      // Brotli reduces such text to three quarters of its size.
      expect(after.length).toBeLessThanOrEqual(before.length - 7);
      expect(after.at(-1)).toBe('/39');
    });

    it('counts the overhead of the smallest entries', async () => {
      const urls = urlsOf(10_000);
      for (const url of urls) await store(url, '[]');
      expect(cachedOf(urls).length).toBeLessThan(2_500);
      expect(cachedOf(urls).length).toBeGreaterThan(1_000);
    });

    it('does not store a response that is too large', async () => {
      await store('/large', noise(400_001));
      expect(isCached('/large')).toBe(false);
    });
  });

  describe('concurrent fetches', () => {
    it('of one URL share one read, in any encoding', async () => {
      let reads = 0;
      const read = async () => {
        reads += 1;
        return content(noise(SIZE));
      };
      const encodings: ContentEncoding[] = ['br', 'identity', 'gzip', 'br'];
      const responses = await Promise.all(
        encodings.map(encoding => cache.fetch({ url: '/shared', encoding, read })),
      );
      expect(reads).toBe(1);
      expect(responses[0]).toBe(responses[3]);
    });

    it('encode the response once', async () => {
      await store('/one', noise(SIZE));
      expect(cache.get('/one', 'br')).toBeUndefined();
      const [one, other] = await Promise.all([store('/one', '', 'br'), store('/one', '', 'br')]);
      expect(one).toBe(other);
      expect(cache.get('/one', 'br')).toBe(one);
    });

    it('all fail when the read fails, and the next fetch reads again', async () => {
      const read = () => Promise.reject(new Error('no database'));
      const failing = (encoding: ContentEncoding) => cache.fetch({ url: '/failing', encoding, read });
      const results = await Promise.allSettled([failing('identity'), failing('br'), failing('identity')]);
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      expect((await store('/failing', 'back')).body.toString()).toBe('back');
    });
  });

  describe('freshness', () => {
    it.each<[ContentEncoding]>([['identity'], ['br']])(
      'a response read before a change is returned as %s but not stored',
      async encoding => {
        const pending = Promise.withResolvers<ReturnType<typeof content>>();
        const old = cache.fetch({ url: `/race/${encoding}`, encoding, read: () => pending.promise });
        await store('/marker', 'x');
        await database.connection.pool.query(`select pg_notify('minga_public', '')`);
        await expect.poll(() => isCached('/marker')).toBe(false);
        const fresh = await store(`/race/${encoding}`, 'new');
        pending.resolve(content('old'));
        expect((await old).body.toString()).toBe('old');
        expect(cache.get(`/race/${encoding}`, 'identity')).toBe(fresh);
        expect((await store(`/race/${encoding}`, 'not read', encoding)).body.toString()).toBe('new');
      },
    );

    it('an encoded response expires with the response that it was made from', async () => {
      const start = now;
      await store('/old', noise(SIZE));
      now = new Date(start.getTime() + 3_000);
      await store('/old', 'not read', 'br');
      now = new Date(start.getTime() + 4_999);
      expect(cache.get('/old', 'br')).toBeDefined();
      now = new Date(start.getTime() + 5_000);
      expect(cache.get('/old', 'br')).toBeUndefined();
      now = start;
    });
  });
});

describe('content encoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['BR', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['*', 'gzip'],
    ['deflate, zstd', 'identity'],
    ['identity', 'identity'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.5', 'br'],
    ['br;q=0, gzip; q=0.1', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['br;q=x', 'identity'],
  ])('Accept-Encoding: %j selects %s', (accepted, encoding) => {
    expect(negotiateEncoding({ 'accept-encoding': accepted })).toBe(encoding);
  });
});

describe('etag', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['"abc"', true],
    ['W/"abc"', true],
    ['"x", W/"y" , "abc"', true],
    ['*', true],
    [' * ', true],
    ['abc', false],
    ['"abc-br"', false],
    ['"xabc"', false],
  ])('If-None-Match: %s matches "abc": %s', (listed, expected) => {
    expect(matchesEtag({ 'if-none-match': listed }, 'abc')).toBe(expected);
  });

  it('differs exactly when the content differs', () => {
    expect(contentEtag('año')).toBe(contentEtag(Buffer.from('año')));
    expect(contentEtag('año')).not.toBe(contentEtag('ano'));
  });
});

describe('cached response', async () => {
  const LONG = `<p>${'¡Siembra en el río! '.repeat(100)}</p>`;
  const TYPE = 'text/html; charset=utf-8';

  let now = new Date('2026-11-21T17:00:00.000Z');
  let lines: Record<string, unknown>[] = [];
  let body = LONG;
  let reads = 0;
  let handled = 0;

  const log = createLog('debug', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const listener = createPgListener({ databaseUrl: (await testDatabase()).url, log });
  const publicResponses = createPublicResponseCache({ listener, clock: () => now });
  await listener.start();
  afterAll(() => listener.stop());

  async function server() {
    const app = await createServer({
      settings: readSettings({}),
      publicUrl: 'http://localhost:3000',
      log,
      site: fixedSite(),
      inlineScripts: [],
    });
    app.decorate('publicResponses', publicResponses);
    app.get('/lista/:id', (request, reply) => {
      handled += 1;
      if (request.headers.cookie === 'mine') return reply.send('mine');
      return sendCacheable(request, reply, async () => {
        reads += 1;
        return { body, type: TYPE, headers: { 'x-total-count': '7' } };
      });
    });
    app.post('/lista/:id', async () => 'done');
    afterAll(() => app.close());
    return { app, address: await listenOnFreePort(app) };
  }
  const { address } = await server();
  const stopping = await server();

  /** Returns the bytes and headers as they are transmitted. */
  async function call(path: string, headers: IncomingHttpHeaders = {}, method = 'GET') {
    const request = sendRequest(address + path, { headers, method }).end();
    const [reply] = await once(request, 'response');
    const chunks: Buffer[] = await reply.toArray();
    return { status: reply.statusCode, headers: reply.headers, bytes: Buffer.concat(chunks) };
  }

  let counter = 0;
  let path = '';
  beforeEach(() => {
    counter += 1;
    path = `/lista/${counter}`;
    lines = [];
    reads = 0;
    handled = 0;
    body = LONG;
  });

  const splitHeaders = ({ date, 'x-request-id': id, ...shared }: IncomingHttpHeaders) => ({ id, shared });

  describe('a cached response', () => {
    it('equals the first response except for the request id', async () => {
      for (const encoding of ['identity', 'gzip', 'br']) {
        const first = await call(path, { 'accept-encoding': encoding });
        const cached = await call(path, { 'accept-encoding': encoding });
        expect(cached.bytes).toEqual(first.bytes);
        const [before, after] = [splitHeaders(first.headers), splitHeaders(cached.headers)];
        expect(after.shared).toEqual(before.shared);
        expect(after.shared).toMatchObject({
          'content-security-policy': expect.stringContaining("default-src 'self'"),
          'cache-control': 'private, no-cache',
          'content-type': TYPE,
          'content-length': String(cached.bytes.length),
          'x-total-count': '7',
          vary: 'cookie, save-data, accept-encoding',
        });
        expect(after.id).toMatch(/^[0-9a-f-]{36}$/);
        expect(after.id).not.toBe(before.id);
      }
      expect(reads).toBe(1);
    });

    it('is sent before the handler and its hooks run', async () => {
      for (const encoding of ['identity', 'br', 'identity', 'br'])
        await call(path, { 'accept-encoding': encoding });
      expect(handled).toBe(2);
    });

    it('has the same content in each encoding', async () => {
      const br = await call(path, { 'accept-encoding': 'gzip, deflate, br' });
      const gzip = await call(path, { 'accept-encoding': 'gzip' });
      expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
      expect(brotliDecompressSync(br.bytes).toString()).toBe(LONG);
      expect(gunzipSync(gzip.bytes).toString()).toBe(LONG);
      const plain = await call(path);
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(plain.bytes.toString()).toBe(LONG);
    });

    it('is not compressed when it is small', async () => {
      body = 'poco';
      const { headers, bytes } = await call(path, { 'accept-encoding': 'br' });
      expect([headers['content-encoding'], headers.vary, String(bytes)]).toEqual([
        undefined,
        'cookie, save-data',
        'poco',
      ]);
    });

    it('has an ETag for each encoding and gets 304 when the ETag matches', async () => {
      const tags: string[] = [];
      for (const encoding of ['identity', 'gzip', 'br']) {
        const { headers } = await call(path, { 'accept-encoding': encoding });
        const tag = String(headers.etag);
        tags.push(tag);
        for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
          const again = await call(path, { 'accept-encoding': encoding, 'if-none-match': held });
          expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tag]);
          expect(again.headers).toMatchObject({ vary: headers.vary, 'x-frame-options': 'DENY' });
          expect(again.headers).not.toHaveProperty('content-type');
        }
      }
      expect(new Set(tags).size).toBe(3);
      const other = await call(path, { 'accept-encoding': 'br', 'if-none-match': String(tags[0]) });
      expect(other.status).toBe(200);
    });

    it('responds to HEAD with its headers and no body', async () => {
      await call(path);
      const { status, headers, bytes } = await call(path, {}, 'HEAD');
      expect([status, headers['content-length'], bytes.length]).toEqual([
        200,
        String(Buffer.byteLength(LONG)),
        0,
      ]);
    });

    it('is logged like any other response, with the template of its route', async () => {
      const { headers } = await call(path);
      lines = [];
      const first = await call(path);
      const held = await call(path, { 'if-none-match': String(headers.etag) });
      await expect
        .poll(() => lines)
        .toMatchObject([
          { reqId: first.headers['x-request-id'], route: '/lista/:id', path, status: 200 },
          { reqId: held.headers['x-request-id'], route: '/lista/:id', path, status: 304 },
        ]);
    });
  });

  describe('a cached response is not sent', () => {
    it('to a request with a cookie before its handler runs', async () => {
      await call(path);
      expect((await call(path, { cookie: 'mine' })).bytes.toString()).toBe('mine');
      expect((await call(path, { cookie: 'of=another site' })).bytes.toString()).toBe(LONG);
      expect(reads).toBe(1);
    });

    it('to another method, which still checks the origin', async () => {
      await call(path);
      expect((await call(path, { origin: 'https://malo.example' }, 'POST')).status).toBe(403);
      expect((await call(path, { 'sec-fetch-site': 'same-origin' }, 'POST')).bytes.toString()).toBe('done');
    });

    it('for another URL', async () => {
      await call(path);
      await call(`${path}?otra`);
      expect(reads).toBe(2);
    });

    it('after five seconds', async () => {
      await call(path);
      now = new Date(now.getTime() + 5_000);
      await call(path);
      expect(reads).toBe(2);
    });
  });

  it('closes the connection after a cached response while the server stops', async () => {
    const { port } = new URL(stopping.address);
    await (await fetch(stopping.address + path)).text();
    const socket = connect(Number(port), '127.0.0.1');
    const received = text(socket);
    // The request has started, so its connection is not idle.
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n`);
    await once(stopping.app.server, 'connection');
    const closed = stopping.app.close();
    socket.write('\r\n');
    const response = await received;
    await closed;
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(response).toMatch(/\r\nconnection: close\r\n/i);
    expect(reads).toBe(1);
  });
});
