import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { NOON } from '../../test/app.ts';
import { emptyDatabase } from '../../test/database.ts';
import { testS3 } from '../../test/s3.ts';
import { createSiteFixture } from '../../test/site-fixture.ts';
import { createImageStore } from '../platform/images/store.ts';
import { openBackup } from './open-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const folder = await mkdtemp(join(tmpdir(), 'minga-backup-s3-'));
afterAll(() => rm(folder, { recursive: true }));
const s3Url = await testS3(join(folder, 's3'));
const onS3 = createImageStore({ settings: { dataDir: folder, s3Url } });
const onDisk = createImageStore({ settings: { dataDir: join(folder, 'target'), s3Url: null } });

it('backs up and restores images from disk to S3 and back', async () => {
  const { database, store, pictureId } = await createSiteFixture(join(folder, 'source'));
  const parts = { clock: () => NOON, allowsMissing: false };
  const first = join(folder, 'first.tar');
  await writeBackup(first, { ...parts, databaseUrl: database.url, store });
  const moved = await emptyDatabase();
  await restoreBackup(await openBackup(first), { databaseUrl: moved, store: onS3 });

  const second = join(folder, 'second.tar');
  await writeBackup(second, { ...parts, databaseUrl: moved, store: onS3 });
  await restoreBackup(await openBackup(second), { databaseUrl: await emptyDatabase(), store: onDisk });
  const [source, target] = ['source', 'target'].map(place => join(folder, place, 'images', pictureId));
  const files = await readdir(source ?? '');
  expect(files).toHaveLength(5);
  expect((await readdir(target ?? '')).sort()).toEqual(files.sort());
  for (const file of files) {
    expect(await readFile(join(target ?? '', file))).toEqual(await readFile(join(source ?? '', file)));
  }
});
