import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import type { Settings } from '../../settings.ts';
import { AtomicFileDriver } from './atomic-file-driver.ts';
import { parseS3Url } from './s3-url.ts';

export interface StoredFile {
  readonly length: number;
  open(): Promise<Readable>;
}

/** Files under `<image id>/<file name>`. Everything throws when the store is away or full. */
export interface ImageStore {
  write(key: string, bytes: Buffer): Promise<void>;
  /** Null when there is no such file. */
  read(key: string): Promise<StoredFile | null>;
  /** Removes all files of an image; those that are gone already do not matter. */
  removeAll(id: string, files: readonly string[]): Promise<void>;
}

/** Images under `DATA_DIR/images`, or with S3_URL in an S3-compatible store. */
export function createImageStore({
  settings,
}: {
  settings: Pick<Settings, 'dataDir' | 's3Url'>;
}): ImageStore {
  if (settings.s3Url === null) {
    const disk = new Disk(new AtomicFileDriver(join(resolve(settings.dataDir), 'images')));
    // The folder as a whole: a crash may have left a part of a file in it.
    return { ...filesOf(async () => disk), removeAll: id => disk.deleteAll(id) };
  }
  const disk = s3Disk(settings.s3Url);
  return {
    ...filesOf(disk),
    // One by one: not every store knows how to delete several at once.
    async removeAll(id, files) {
      const store = await disk();
      await Promise.all(files.map(file => store.delete(`${id}/${file}`)));
    },
  };
}

/** Loaded at the first use and for those alone who use it: the SDK takes some 35 MB. */
function s3Disk(s3Url: string): () => Promise<Disk> {
  const place = parseS3Url(s3Url);
  let loading: Promise<Disk> | undefined;
  return () => {
    loading ??= import('./s3-driver.ts').then(s3 => new Disk(s3.createS3Driver(place)));
    return loading;
  };
}

function filesOf(disk: () => Promise<Disk>): Pick<ImageStore, 'write' | 'read'> {
  return {
    write: async (key, bytes) => (await disk()).put(key, bytes),
    async read(key) {
      const store = await disk();
      try {
        const { contentLength } = await store.getMetaData(key);
        return { length: contentLength, open: () => store.getStream(key) };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
  };
}

/** Disk and S3 each have their own words for it, and flydrive wraps both. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } };
  return (
    code === 'ENOENT' || code === 'ENOTDIR' || $metadata?.httpStatusCode === 404 || isMissing(error.cause)
  );
}
