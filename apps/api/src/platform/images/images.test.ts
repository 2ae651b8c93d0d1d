import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { countLockWaits } from '../../../test/count-lock-waits.ts';
import { testDatabase } from '../../../test/database.ts';
import { noise } from '../../../test/pictures.ts';
import { AppError } from '../errors.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createLog } from '../log.ts';
import { createImageProcessor } from './image-processor.ts';
import { createImages } from './images.ts';
import { images as table } from './schema.ts';
import { createImageStore } from './store.ts';

const { connection, url } = await testDatabase();
const { db } = connection;
const dataDir = await mkdtemp(join(tmpdir(), 'minga-images-'));
const log = createLog('silent');
const HOUR = 60 * 60 * 1000;
const start = new Date('2026-11-21T15:00:00Z').getTime();
let now = start;
const clock = () => new Date(now);
const jobs = createJobs({ databaseUrl: url, log });
const imageProcessor = createImageProcessor({ log });
const images = createImages({
  db,
  clock,
  store: createImageStore({ settings: { dataDir, s3Url: null } }),
  imageProcessor,
  jobs,
  log,
});
const bytes = await noise(700, 500).jpeg().toBuffer();

const filesOf = (id: string) => readdir(join(dataDir, 'images', id)).catch(() => []);
const rowOf = async (id: string) => (await db.select().from(table).where(eq(table.id, id)))[0];
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.status : error),
  );

beforeEach(async () => {
  now = start;
  await db.delete(table);
});

afterAll(async () => {
  await imageProcessor.stop();
  await jobs.stop();
  await rm(dataDir, { recursive: true });
});

describe('save', () => {
  it('stores an unused row and the files', async () => {
    const { id } = await images.save(bytes);
    expect(await rowOf(id)).toMatchObject({
      isUsed: false,
      width: 700,
      widths: [320, 700],
      unusedSince: clock(),
    });
    expect((await filesOf(id)).sort()).toEqual(['320.avif', '320.webp', '700.avif', '700.webp', 'og.jpg']);
  });

  it('accepts twenty concurrent uploads', async () => {
    const small = await noise(500, 300).jpeg().toBuffer();
    const saved = await Promise.all(Array.from({ length: 20 }, () => images.save(small)));
    for (const { id } of saved) expect(await filesOf(id)).toHaveLength(5);
  });

  it('throws 503 when the store cannot be written, and the sweep deletes the row', async () => {
    // A file has the name of the images folder.
    const broken = await mkdtemp(join(tmpdir(), 'minga-broken-'));
    await writeFile(join(broken, 'images'), '');
    const store = createImageStore({ settings: { dataDir: broken, s3Url: null } });
    const other = createImages({
      db,
      clock,
      store,
      imageProcessor,
      jobs: createJobs({ databaseUrl: url, log }),
      log,
    });
    expect(await statusOf(other.save(bytes))).toBe(503);
    now += HOUR + 1;
    await rm(join(broken, 'images'));
    expect(await other.sweep()).toBe(1);
    expect(await db.$count(table)).toBe(0);
    await rm(broken, { recursive: true });
  });

  it('stores no row for an invalid upload', async () => {
    expect(await statusOf(images.save(Buffer.from('no')))).toBe(415);
    expect(await db.$count(table)).toBe(0);
  });
});

describe('claim', () => {
  it('is rolled back with the transaction', async () => {
    const { id } = await images.save(bytes);
    const rolledBack = db.transaction(async tx => {
      await images.claim(tx, id);
      throw new Error('the activity was not created');
    });
    await expect(rolledBack).rejects.toThrow('not created');
    expect(await rowOf(id)).toMatchObject({ isUsed: false });
    await db.transaction(tx => images.claim(tx, id));
    expect(await rowOf(id)).toMatchObject({ isUsed: true });
  });

  it('succeeds once for two concurrent calls', async () => {
    const { id } = await images.save(bytes);
    const outcomes = await Promise.all(
      [1, 2].map(() => statusOf(db.transaction(tx => images.claim(tx, id)))),
    );
    expect(outcomes.sort()).toEqual([409, 'done']);
  });

  it('throws 409 after the sweep', async () => {
    const { id } = await images.save(bytes);
    now += HOUR + 1;
    await images.sweep();
    expect(await statusOf(images.claim(db, id))).toBe(409);
  });
});

describe('sweep', () => {
  it('deletes rows and files that were unused for more than an hour', async () => {
    const { id } = await images.save(bytes);
    now += HOUR;
    expect(await images.sweep()).toBe(0);
    now += 1;
    expect(await images.sweep()).toBe(1);
    expect(await rowOf(id)).toBeUndefined();
    expect(await filesOf(id)).toEqual([]);
    expect(await images.sweep()).toBe(0);
  });

  it('does not delete images in use, and deletes those discarded more than an hour ago', async () => {
    const { id } = await images.save(bytes);
    await images.claim(db, id);
    now += 10 * HOUR;
    expect(await images.sweep()).toBe(0);
    await images.discard(db, [id]);
    now += HOUR;
    expect(await images.sweep()).toBe(0);
    now += 1;
    expect(await images.sweep()).toBe(1);
  });

  it('deletes missing and partial files after a crash', async () => {
    const { id } = await images.save(bytes);
    await rm(join(dataDir, 'images', id, '320.webp'));
    await writeFile(join(dataDir, 'images', id, '700.webp.part'), 'partial');
    now += HOUR + 1;
    expect(await images.sweep()).toBe(1);
    expect(await filesOf(id)).toEqual([]);
  });

  it('skips an image that a transaction is claiming', async () => {
    const { id } = await images.save(bytes);
    now += HOUR + 1;
    await db.transaction(async tx => {
      await images.claim(tx, id);
      expect(await images.sweep()).toBe(0);
    });
    expect(await images.sweep()).toBe(0);
    expect(await filesOf(id)).toHaveLength(5);
  });

  it('makes a concurrent claim wait and then throw 409', async () => {
    const { id } = await images.save(bytes);
    let claim: Promise<unknown> = Promise.resolve();
    await db.transaction(async tx => {
      await tx.delete(table).where(eq(table.id, id));
      claim = statusOf(images.claim(db, id));
      await expect.poll(() => countLockWaits(db)).toBe(1);
    });
    expect(await claim).toBe(409);
  });

  it('deletes each image once in concurrent processes', async () => {
    await Promise.all(Array.from({ length: 8 }, () => images.save(bytes)));
    now += HOUR + 1;
    const counts = await Promise.all([images.sweep(), images.sweep(), images.sweep()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(8);
    expect(await db.$count(table)).toBe(0);
  });

  it('runs every 15 minutes', async () => {
    await images.save(bytes);
    now += HOUR + 1;
    await jobs.start();
    const { rows } = await connection.pool.query('select name, cron from pgboss.schedule');
    expect(rows).toEqual([{ name: 'image-sweep', cron: '*/15 * * * *' }]);
    await jobs.send(db, 'image-sweep', {});
    await expect.poll(() => db.$count(table), { timeout: 30_000 }).toBe(0);
  });
});
