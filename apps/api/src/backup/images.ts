import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { StartProblem } from '../platform/database/start-problem.ts';
import { versionFiles } from '../platform/images/picture.ts';
import type { ImageStore } from '../platform/images/store.ts';
import type { ArchiveWriter } from './archive.ts';
import type { Manifest } from './manifest.ts';

/** The error for an image that could not be `read` from the store or `written` to it. */
export function storeProblem(error: unknown, operation: 'read' | 'written', key: string): StartProblem {
  const step = operation === 'read' ? 'leer' : 'guardar';
  return new StartProblem(
    `No se pudo ${step} la imagen ${key} del almacén (${reason(error)}): revisa DATA_DIR o S3_URL, y vuelve a intentarlo.`,
  );
}

/** Returns the code of the disk's or S3's error, which flydrive wraps. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'sin respuesta';
  if (error.cause instanceof Error) return reason(error.cause);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name;
}

export interface ImagesDigest {
  /** Adds a file. Must be called in the archive's order. */
  add(file: { name: string; bytes: number; sha256: string }): void;
  result(): Manifest['images'];
}

/** Counts a backup's image files and combines their hashes into one, since a list of half a million would not fit into memory. */
export function createImagesDigest(): ImagesDigest {
  const hash = createHash('sha256');
  let [pictures, files, total] = [0, 0, 0];
  let last = '';
  return {
    add({ name, bytes, sha256 }) {
      hash.update(`${name} ${bytes} ${sha256}\n`);
      const folder = name.slice(0, name.lastIndexOf('/'));
      if (folder !== last) pictures += 1;
      last = folder;
      files += 1;
      total += bytes;
    },
    result: () => ({ pictures, files, bytes: total, sha256: hash.digest('hex') }),
  };
}

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
/** Limits the list, since so many missing files indicate a wrong folder. */
const MAX_MISSING_NAMES = 1000;

/** Copies the images in use as seen by the transaction of `client`. Skips uploads to which no row refers yet. */
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
