import { once } from 'node:events';
import { request as ask, type IncomingHttpHeaders } from 'node:http';
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
const notices = createPgListener({ databaseUrl: (await testDatabase()).url, log });
const sharedReplies = createPublicResponseCache({ notices, clock: () => now });
await notices.start();
afterAll(() => notices.stop());

async function server() {
  const app = await createServer({
    settings: readSettings({}),
    publicUrl: 'http://localhost:3000',
    log,
    inlineScripts: [],
  });
  app.decorate('sharedReplies', sharedReplies);
  app.get('/lista/:id', (request, reply) => {
    handled += 1;
    if (request.headers.cookie === 'mine') return reply.send('mine');
    return sendCacheable(sharedReplies, request, reply, async () => {
      reads += 1;
      return { body, type: TYPE, headers: { 'x-total-count': '7' } };
    });
  });
  app.post('/lista/:id', async () => 'done');
  afterAll(() => app.close());
  return { app, address: await listenOnFreePort(app) };
}
const { address } = await server();
const leaving = await server();

/** As sent: nothing is decoded, no header added. */
async function call(path: string, headers: IncomingHttpHeaders = {}, method = 'GET') {
  const request = ask(address + path, { headers, method }).end();
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

const ownHeaders = ({ date, 'x-request-id': id, ...shared }: IncomingHttpHeaders) => ({ id, shared });

describe('what is kept', () => {
  it('is sent as when it was made, but for the number of the request', async () => {
    for (const coding of ['identity', 'gzip', 'br']) {
      const made = await call(path, { 'accept-encoding': coding });
      const kept = await call(path, { 'accept-encoding': coding });
      expect(kept.bytes).toEqual(made.bytes);
      const [before, after] = [ownHeaders(made.headers), ownHeaders(kept.headers)];
      expect(after.shared).toEqual(before.shared);
      expect(after.shared).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'cache-control': 'private, no-cache',
        'content-type': TYPE,
        'content-length': String(kept.bytes.length),
        'x-total-count': '7',
        vary: 'cookie, accept-encoding',
      });
      expect(after.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(after.id).not.toBe(before.id);
    }
    expect(reads).toBe(1);
  });

  it('is sent before a handler, or what comes before it, is asked', async () => {
    for (const coding of ['identity', 'br', 'identity', 'br'])
      await call(path, { 'accept-encoding': coding });
    expect(handled).toBe(2);
  });

  it('is the same content in each coding', async () => {
    const br = await call(path, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await call(path, { 'accept-encoding': 'gzip' });
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(br.bytes).toString()).toBe(LONG);
    expect(gunzipSync(gzip.bytes).toString()).toBe(LONG);
    const plain = await call(path);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.bytes.toString()).toBe(LONG);
  });

  it('is sent as it is where there is little of it', async () => {
    body = 'poco';
    const { headers, bytes } = await call(path, { 'accept-encoding': 'br' });
    expect([headers['content-encoding'], headers.vary, String(bytes)]).toEqual([undefined, 'cookie', 'poco']);
  });

  it('has a tag for each coding, and is not sent to who has it', async () => {
    const tags: string[] = [];
    for (const coding of ['identity', 'gzip', 'br']) {
      const { headers } = await call(path, { 'accept-encoding': coding });
      const tag = String(headers.etag);
      tags.push(tag);
      for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await call(path, { 'accept-encoding': coding, 'if-none-match': held });
        expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tag]);
        expect(again.headers).toMatchObject({ vary: headers.vary, 'x-frame-options': 'DENY' });
        expect(again.headers).not.toHaveProperty('content-type');
      }
    }
    expect(new Set(tags).size).toBe(3);
    const other = await call(path, { 'accept-encoding': 'br', 'if-none-match': String(tags[0]) });
    expect(other.status).toBe(200);
  });

  it('answers HEAD with its headers alone', async () => {
    await call(path);
    const { status, headers, bytes } = await call(path, {}, 'HEAD');
    expect([status, headers['content-length'], bytes.length]).toEqual([
      200,
      String(Buffer.byteLength(LONG)),
      0,
    ]);
  });

  it('is logged as any other, with the template of its route', async () => {
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

describe('what is kept is not the answer', () => {
  it('to who brings a cookie', async () => {
    await call(path);
    expect((await call(path, { cookie: 'mine' })).bytes.toString()).toBe('mine');
    expect((await call(path, { cookie: 'of=another site' })).bytes.toString()).toBe(LONG);
    expect(reads).toBe(1);
  });

  it('to another method, which is refused to a page of another site', async () => {
    await call(path);
    expect((await call(path, { origin: 'https://malo.example' }, 'POST')).status).toBe(403);
    expect((await call(path, { 'sec-fetch-site': 'same-origin' }, 'POST')).bytes.toString()).toBe('done');
  });

  it('at another address', async () => {
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

it('closes the connection after what is kept when the process is to stop', async () => {
  const { port } = new URL(leaving.address);
  await (await fetch(leaving.address + path)).text();
  const socket = connect(Number(port), '127.0.0.1');
  const answered = text(socket);
  // A request that has begun, so that its connection is not an idle one.
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n`);
  await once(leaving.app.server, 'connection');
  const closed = leaving.app.close();
  socket.write('\r\n');
  const answer = await answered;
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(reads).toBe(1);
});
