import { versionFiles } from '../src/platform/images/picture.ts';
import { images } from '../src/platform/images/schema.ts';
import { createImageStore, type ImageStore } from '../src/platform/images/store.ts';
import { NOON } from './app.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { anActivity } from './factories.ts';

export interface SiteFixture {
  readonly database: TestDatabase;
  readonly store: ImageStore;
  readonly pictureId: string;
}

/** Longer than one block of a tar. */
const PICTURE_BYTES = 700;

/** Creates a database with one activity whose image files, of arbitrary content, are in the data folder. */
export async function createSiteFixture(dataDir: string): Promise<SiteFixture> {
  const database = await testDatabase();
  const store = createImageStore({ settings: { dataDir, s3Url: null } });
  const widths = [320, 640];
  const row = { width: 640, height: 400, widths, hasAvif: true, placeholder: 'data:,', isUsed: true };
  const [image] = await database.connection.db
    .insert(images)
    .values({ ...row, createdAt: NOON, unusedSince: NOON })
    .returning();
  if (image === undefined) throw new Error('nothing was inserted');
  for (const file of versionFiles(widths))
    await store.write(`${image.id}/${file}`, Buffer.alloc(PICTURE_BYTES, file));
  await anActivity(database.connection.db, { imageId: image.id });
  return { database, store, pictureId: image.id };
}
