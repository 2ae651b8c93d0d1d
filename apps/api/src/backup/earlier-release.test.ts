import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { NOON } from '../../test/app.ts';
import { emptyDatabase } from '../../test/database.ts';
import { databaseContents, databaseSchema, replaceDrawnCodes } from '../../test/database-contents.ts';
import { firstRelease } from '../../test/upgrade/first-release.ts';
import { applyMigrations } from '../platform/database/migrations.ts';
import { createImageStore } from '../platform/images/store.ts';
import { openBackup } from './open-backup.ts';
import { recordBackup } from './record-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const folder = await mkdtemp(join(tmpdir(), 'minga-earlier-'));
afterAll(() => rm(folder, { recursive: true }));
const storeIn = (name: string) =>
  createImageStore({ settings: { dataDir: join(folder, name), s3Url: null } });
/** The image in use; the first release had no AVIF. */
const PICTURE = '01930000-0000-7000-8000-000000000031';
const FILES = ['320.webp', '640.webp', 'og.jpg'];

it('restoring a backup of the first release equals upgrading it', async () => {
  const source = storeIn('source');
  for (const file of FILES) await source.write(`${PICTURE}/${file}`, Buffer.from(file));
  const old = await firstRelease();
  const before = [await databaseSchema(old), await databaseContents(old)];
  const path = join(folder, 'copia.tar');
  const { manifest } = await writeBackup(path, {
    databaseUrl: old,
    store: source,
    clock: () => NOON,
    allowsMissing: false,
  });
  expect(manifest).toMatchObject({ jobs: null, images: { pictures: 1, files: 3 } });
  await recordBackup(old, { finishedAt: NOON, milliseconds: 1, bytes: 1 });
  // Backups are made before an upgrade, so a backup must not migrate the database.
  expect([await databaseSchema(old), await databaseContents(old)]).toEqual(before);

  const restored = await emptyDatabase();
  await restoreBackup(await openBackup(path), { databaseUrl: restored, store: storeIn('target') });
  await applyMigrations(old);
  expect(await databaseSchema(restored)).toEqual(await databaseSchema(old));
  for (const url of [old, restored]) await replaceDrawnCodes(url);
  const [upgraded, contents] = [await databaseContents(old), await databaseContents(restored)];
  expect(contents).toEqual({
    ...upgraded,
    ...{ 'public.sessions': [], 'public.rate_limits': [] },
    // When recording started, here and there.
    'public.backups': [expect.any(String)],
  });
  expect(upgraded['public.backups']).toHaveLength(1);
  expect((await readdir(join(folder, 'target', 'images', PICTURE))).sort()).toEqual(FILES);
});
