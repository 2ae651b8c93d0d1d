import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { createPgListener } from '../database/pg-listener.ts';
import { createLog } from '../log.ts';
import type { ContentEncoding } from './content-encoding.ts';
import { createPublicResponseCache } from './public-response-cache.ts';

const MEGABYTE = 1_000_000;
const LIMIT = 8 * MEGABYTE;
const SIZE = 390_000;

const database = await testDatabase();
const listener = createPgListener({ databaseUrl: database.url, log: createLog('silent') });
let now = new Date('2026-11-21T17:00:00Z');
const cache = createPublicResponseCache({ listener, clock: () => now });
await listener.start();
afterAll(() => listener.stop());

/** Text that no encoding makes much smaller. */
const noise = (length: number) => randomBytes(length).toString('base64').slice(0, length);
const content = (body: string) => ({ body, type: 'text/plain', headers: [] });
const store = (url: string, body: string, encoding: ContentEncoding = 'identity') =>
  cache.fetch({ url, encoding, read: async () => content(body) });
const urlsOf = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);
const isCached = (url: string) => cache.get(url, 'identity') !== undefined;
const cachedOf = (urls: readonly string[]) => urls.filter(isCached);

let round = 0;
beforeEach(async () => {
  // Evicts the entries of the previous test.
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
    // Brotli leaves three quarters of such text.
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
