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
import { createImages } from './images.ts';
import { createPictures } from './pictures.ts';
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
const pictures = createPictures({ log });
const images = createImages({
  db,
  clock,
  store: createImageStore({ settings: { dataDir, s3Url: null } }),
  pictures,
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
  await pictures.stop();
  await jobs.stop();
  await rm(dataDir, { recursive: true });
});

describe('saving', () => {
  it('writes a row that nothing uses yet, and the files', async () => {
    const { id } = await images.save(bytes);
    expect(await rowOf(id)).toMatchObject({
      isUsed: false,
      width: 700,
      widths: [320, 700],
      unusedSince: clock(),
    });
    expect((await filesOf(id)).sort()).toEqual(['320.avif', '320.webp', '700.avif', '700.webp', 'og.jpg']);
  });

  it('takes twenty at once', async () => {
    const saved = await Promise.all(Array.from({ length: 20 }, () => images.save(bytes)));
    for (const { id } of saved) expect(await filesOf(id)).toHaveLength(5);
  });

  it('refuses with 503 when the store cannot be written, and the sweep clears up', async () => {
    // A file stands where the folder should be.
    const broken = await mkdtemp(join(tmpdir(), 'minga-broken-'));
    await writeFile(join(broken, 'images'), '');
    const store = createImageStore({ settings: { dataDir: broken, s3Url: null } });
    const other = createImages({
      db,
      clock,
      store,
      pictures,
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

  it('leaves no row of what is refused', async () => {
    expect(await statusOf(images.save(Buffer.from('no')))).toBe(415);
    expect(await db.$count(table)).toBe(0);
  });
});

describe('using', () => {
  it('is part of the transaction that refers to the picture', async () => {
    const { id } = await images.save(bytes);
    const undone = db.transaction(async tx => {
      await images.use(tx, id);
      throw new Error('the activity was not created');
    });
    await expect(undone).rejects.toThrow('not created');
    expect(await rowOf(id)).toMatchObject({ isUsed: false });
    await db.transaction(tx => images.use(tx, id));
    expect(await rowOf(id)).toMatchObject({ isUsed: true });
  });

  it('is refused the second time, and of two at once one wins', async () => {
    const { id } = await images.save(bytes);
    const outcomes = await Promise.all([1, 2].map(() => statusOf(db.transaction(tx => images.use(tx, id)))));
    expect(outcomes.sort()).toEqual([409, 'done']);
  });

  it('is refused when the sweep has been there', async () => {
    const { id } = await images.save(bytes);
    now += HOUR + 1;
    await images.sweep();
    expect(await statusOf(images.use(db, id))).toBe(409);
  });
});

describe('the sweep', () => {
  it('takes what was not used for more than an hour, row and files', async () => {
    const { id } = await images.save(bytes);
    now += HOUR;
    expect(await images.sweep()).toBe(0);
    now += 1;
    expect(await images.sweep()).toBe(1);
    expect(await rowOf(id)).toBeUndefined();
    expect(await filesOf(id)).toEqual([]);
    expect(await images.sweep()).toBe(0);
  });

  it('leaves what is used, and takes what was given up an hour ago', async () => {
    const { id } = await images.save(bytes);
    await images.use(db, id);
    now += 10 * HOUR;
    expect(await images.sweep()).toBe(0);
    await images.discard(db, [id]);
    now += HOUR;
    expect(await images.sweep()).toBe(0);
    now += 1;
    expect(await images.sweep()).toBe(1);
  });

  it('goes on after a crash: some files gone, half of one left', async () => {
    const { id } = await images.save(bytes);
    await rm(join(dataDir, 'images', id, '320.webp'));
    await writeFile(join(dataDir, 'images', id, '700.webp.part'), 'half');
    now += HOUR + 1;
    expect(await images.sweep()).toBe(1);
    expect(await filesOf(id)).toEqual([]);
  });

  it('passes over a picture that a transaction is about to use', async () => {
    const { id } = await images.save(bytes);
    now += HOUR + 1;
    await db.transaction(async tx => {
      await images.use(tx, id);
      expect(await images.sweep()).toBe(0);
    });
    expect(await images.sweep()).toBe(0);
    expect(await filesOf(id)).toHaveLength(5);
  });

  it('makes who wants to use a picture that is being swept wait, and then refuses', async () => {
    const { id } = await images.save(bytes);
    let using: Promise<unknown> = Promise.resolve();
    await db.transaction(async tx => {
      await tx.delete(table).where(eq(table.id, id));
      using = statusOf(images.use(db, id));
      await expect.poll(() => countLockWaits(db)).toBe(1);
    });
    expect(await using).toBe(409);
  });

  it('is done once by several processes at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, () => images.save(bytes)));
    now += HOUR + 1;
    const removed = await Promise.all([images.sweep(), images.sweep(), images.sweep()]);
    expect(removed.reduce((sum, count) => sum + count)).toBe(8);
    expect(await db.$count(table)).toBe(0);
  });

  it('comes every 15 minutes', async () => {
    await images.save(bytes);
    now += HOUR + 1;
    await jobs.start();
    const { rows } = await connection.pool.query('select name, cron from pgboss.schedule');
    expect(rows).toEqual([{ name: 'image-sweep', cron: '*/15 * * * *' }]);
    await jobs.send(db, 'image-sweep', {});
    await expect.poll(() => db.$count(table), { timeout: 5_000 }).toBe(0);
  });
});
