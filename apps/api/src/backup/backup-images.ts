import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import type { ImageStore } from '../platform/images/store.ts';
import { versionFiles } from '../platform/images/urls.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { createImagesDigest, type ImagesDigest } from './images-digest.ts';
import type { Manifest } from './manifest.ts';
import { storeProblem } from './store-problem.ts';

interface Picture {
  readonly id: string;
  readonly widths: number[];
  readonly hasAvif: boolean;
}

export interface CopiedImages {
  readonly images: Manifest['images'];
  /** Files that the database refers to but the store lacks. */
  readonly missing: string[];
}

const PAGE = 1000;
/** Limits the list: so many missing files mean a wrong folder. */
const MAX_MISSING_NAMES = 1000;

/** Copies the images in use as seen by the transaction of `client`. Skips uploads that nothing refers to yet. */
export async function backupImages(
  client: pg.Client,
  store: ImageStore,
  archive: ArchiveWriter,
  signal?: AbortSignal,
): Promise<CopiedImages> {
  const digest = createImagesDigest();
  const missing: string[] = [];
  for await (const picture of usedPictures(client)) {
    signal?.throwIfAborted();
    const missingKeys = await copyPicture(picture, store, archive, digest);
    if (missing.length < MAX_MISSING_NAMES) missing.push(...missingKeys);
  }
  return { images: digest.result(), missing };
}

async function* usedPictures(client: pg.Client): AsyncGenerator<Picture> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    // The first release's table has no `has_avif`; reading it through JSON yields null instead of an error.
    const { rows } = await client.query<Picture>(
      `select id, widths, coalesce((to_jsonb(images) ->> 'has_avif')::boolean, false) as "hasAvif"
       from images where is_used and id > $1 order by id limit ${PAGE}`,
      [last],
    );
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Copies the files of one image and returns the missing ones. Reads them concurrently, since a remote store has high latency. */
async function copyPicture(
  { id, widths, hasAvif }: Picture,
  store: ImageStore,
  archive: ArchiveWriter,
  digest: ImagesDigest,
): Promise<string[]> {
  const keys = versionFiles(widths)
    .filter(file => hasAvif || !file.endsWith('.avif'))
    .map(file => `${id}/${file}`);
  const contents = await Promise.all(keys.map(key => readFile(store, key)));
  for (const [index, bytes] of contents.entries()) {
    if (bytes === null) continue;
    const name = `images/${keys[index]}`;
    digest.add({ name, ...(await archive.add(name, [bytes])) });
  }
  return keys.filter((_, index) => contents[index] === null);
}

async function readFile(store: ImageStore, key: string): Promise<Buffer | null> {
  try {
    const file = await store.read(key);
    if (file === null) return null;
    const bytes = await buffer(await file.open());
    if (bytes.length === file.length) return bytes;
  } catch (error) {
    throw storeProblem(error, 'read', key);
  }
  throw new Error(`the store returned an unexpected number of bytes for ${key}`);
}
