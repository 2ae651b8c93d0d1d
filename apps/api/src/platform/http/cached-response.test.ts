import { once } from 'node:events';
import { type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { listenOnFreePort } from '../../../test/live-client.ts';
import { readSettings } from '../../settings.ts';
import { createPgListener } from '../database/pg-listener.ts';
import { createLog } from '../log.ts';
import { sendCacheable } from './cached-response.ts';
import { createPublicResponseCache } from './public-response-cache.ts';
import { createServer } from './server.ts';

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

/** The bytes and headers as they are on the wire. */
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
        vary: 'cookie, accept-encoding',
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
    expect([headers['content-encoding'], headers.vary, String(bytes)]).toEqual([undefined, 'cookie', 'poco']);
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
  // A request that has started: its connection is not idle.
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
