import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { createPgListener } from '../database/pg-listener.ts';
import { createLog } from '../log.ts';
import { createPublicResponseCache, type PublicResponseCache } from './public-response-cache.ts';

const MEGABYTE = 1_000_000;
const LIMIT = 8 * MEGABYTE;
const SIZE = 390_000;

const notices = createPgListener({ databaseUrl: (await testDatabase()).url, log: createLog('silent') });
const replies: PublicResponseCache = createPublicResponseCache({
  notices,
  clock: () => new Date('2026-11-21T17:00:00Z'),
});
await notices.start();
afterAll(() => notices.stop());

/** Text that no coding makes much smaller. */
const noise = (length: number) => randomBytes(length).toString('base64').slice(0, length);
const keep = (url: string, body: string) =>
  replies.make(url, async () => ({ body, type: 'text/plain', headers: [] }));
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);
const kept = (urls: readonly string[]) => urls.filter(url => replies.find(url) !== null);

let round = 0;
beforeEach(async () => {
  // What the tests before have kept goes first: as much as there is room for.
  round += 1;
  for (const url of addresses(25)) await keep(`/before/${round}${url}`, noise(SIZE));
});

it('keeps the newest of what there is room for', async () => {
  const urls = addresses(60);
  for (const url of urls) await keep(url, noise(SIZE));
  const count = kept(urls).length;
  expect(count * SIZE).toBeLessThanOrEqual(LIMIT);
  expect((count + 2) * SIZE).toBeGreaterThan(LIMIT);
  expect(kept(urls)).toEqual(urls.slice(-count));
});

it('keeps what is asked again, whatever comes once', async () => {
  await keep('/again', noise(SIZE));
  for (const url of addresses(60)) {
    expect(replies.find('/again')).not.toBeNull();
    await keep(url, noise(SIZE));
  }
});

it('lets go what was asked for a while ago', async () => {
  const early = addresses(10).map(url => `/early${url}`);
  for (const url of early) await keep(url, noise(SIZE));
  expect(kept(early)).toEqual(early);
  const urls = addresses(60);
  for (const url of urls) await keep(url, noise(SIZE));
  expect(kept(early)).toEqual([]);
  expect(kept(urls)).toEqual(urls.slice(-kept(urls).length));
});

it('counts bytes, not characters', async () => {
  const urls = addresses(60);
  for (const url of urls) await keep(url, 'ñ'.repeat(SIZE / 2));
  expect(kept(urls).length * SIZE).toBeLessThanOrEqual(LIMIT);
});

it('counts what each coding takes', async () => {
  const urls = addresses(40);
  for (const url of urls) await keep(url, noise(SIZE));
  const before = kept(urls);
  for (const url of before.slice(-10)) await replies.find(url)?.make('br');
  const after = kept(urls);
  // Brotli leaves three quarters of such text.
  expect(after.length).toBeLessThanOrEqual(before.length - 7);
  expect(after.at(-1)).toBe('/39');
});

it('counts what is kept beside the smallest', async () => {
  const urls = addresses(10_000);
  for (const url of urls) await keep(url, '[]');
  expect(kept(urls).length).toBeLessThan(2_500);
  expect(kept(urls).length).toBeGreaterThan(1_000);
});

it('keeps nothing that is too large', async () => {
  await keep('/large', noise(400_001));
  expect(replies.find('/large')).toBeNull();
});

it('makes each coding once for all who wait', async () => {
  const codings = await keep('/one', noise(SIZE));
  expect(codings.ready('br')).toBeUndefined();
  const [one, other] = await Promise.all([codings.make('br'), codings.make('br')]);
  expect(one).toBe(other);
  expect(codings.ready('br')).toBe(one);
});
