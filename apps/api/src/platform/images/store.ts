import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { BUCKET, SettingError, type Settings } from '../../settings.ts';
import { folderProblem } from '../database/start-problem.ts';
import { knownFailure, type Logger } from '../log.ts';

/** Only Minga's own user may read the folder, since not every image is public. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Writes files atomically. flydrive's own driver writes to the final name, so a crash or a full disk leaves a partial
 * file; this one writes to a temporary file, flushes it to disk and renames it.
 */
class AtomicFileDriver extends FSDriver {
  readonly #folder: string;

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' });
    this.#folder = folder;
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const target = join(this.#folder, key);
    const partial = `${target}.${randomUUID()}.part`;
    await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE });
    try {
      const file = await open(partial, 'wx', FILE_MODE);
      try {
        await file.writeFile(contents);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partial, target);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }
}

/** Restricts an existing folder of an earlier release to Minga's user; its files then need no change. */
async function restrictFolder(folder: string): Promise<void> {
  try {
    await chmod(folder, FOLDER_MODE);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

export interface StoredFile {
  readonly length: number;
  open(): Promise<Readable>;
}

/** Stores files as `<image id>/<file name>`. All functions throw if the store is unavailable or full. */
export interface ImageStore {
  write(key: string, bytes: Buffer): Promise<void>;
  /** Returns null if the file does not exist. */
  read(key: string): Promise<StoredFile | null>;
  /** Deletes all files of an image; ignores missing ones. */
  deleteAll(id: string, files: readonly string[]): Promise<void>;
}

const folderOf = (dataDir: string) => join(resolve(dataDir), 'images');

/**
 * Creates DATA_DIR, which otherwise only the embedded database creates at start, and restricts `DATA_DIR/images` to Minga's user. Logs a
 * warning if the file system has no permissions. Throws a StartProblem if images could not be stored.
 */
export async function prepareDataFolder(
  { dataDir, s3Url }: Pick<Settings, 'dataDir' | 's3Url'>,
  log: Logger,
): Promise<void> {
  const folder = resolve(dataDir);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (err) {
    if (s3Url === null) throw folderProblem(err, folder);
    log.warn({ err }, 'the data folder cannot be used');
  }
  try {
    await restrictFolder(folderOf(dataDir));
  } catch (err) {
    log.warn({ err }, 'the image folder cannot be closed to other users');
  }
}

/** Stores images in `DATA_DIR/images` or, if S3_URL is set, in an S3-compatible store. */
export function createImageStore({
  settings,
}: {
  settings: Pick<Settings, 'dataDir' | 's3Url'>;
}): ImageStore {
  if (settings.s3Url === null) {
    const disk = new Disk(new AtomicFileDriver(folderOf(settings.dataDir)));
    // `deleteAll` deletes the whole folder, since a crash may have left a partial file in it.
    return { ...filesOf(async () => disk), deleteAll: id => disk.deleteAll(id) };
  }
  const disk = s3Disk(settings.s3Url);
  return {
    ...filesOf(disk),
    // Files are deleted one by one, since some compatible stores do not support multi-object deletion.
    async deleteAll(id, files) {
      const store = await disk();
      await Promise.all(files.map(file => store.delete(`${id}/${file}`)));
    },
  };
}

const CHECK_TIMEOUT_MS = 3_000;

/**
 * Returns the fault of the store of S3_URL, as a sentence for the terminal. Returns null if an unsigned request finds the store and its
 * bucket, or if images are on the disk. Does not load the SDK, which a process needs only for its first image.
 */
export async function imageStoreProblem({ s3Url }: Pick<Settings, 's3Url'>): Promise<string | null> {
  if (s3Url === null) return null;
  const { endpoint, bucket } = parseS3Url(s3Url);
  try {
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    const { status } = await fetch(`${endpoint}/${bucket}`, { method: 'HEAD', redirect: 'manual', signal });
    return status === 404 ? storeProblem('El depósito no existe', 'NoSuchBucket') : null;
  } catch (error) {
    const known = knownFailure(error);
    return storeProblem(known?.sentence ?? 'No hubo respuesta', known?.code ?? 'sin código');
  }
}

const storeProblem = (sentence: string, code: string): string =>
  `Atención: el almacén de imágenes de S3_URL no sirve todavía, así que no se ven ni se guardan imágenes. ${sentence} (${code}).`;

interface S3Location {
  /** Origin of the store. */
  readonly endpoint: string;
  readonly bucket: string;
}

/** Parses S3_URL. `s3://host/bucket` means `https://host/bucket`; http is for a local store. */
function parseS3Url(s3Url: string): S3Location {
  const { protocol, host, pathname } = new URL(s3Url);
  const bucket = BUCKET.exec(pathname)?.[1];
  if (host === '' || bucket === undefined) {
    throw new SettingError(
      'El ajuste S3_URL no es válido: debe ser una dirección s3://servidor/depósito o https://servidor/depósito.',
    );
  }
  return { endpoint: `${protocol === 'http:' ? 'http' : 'https'}://${host}`, bucket };
}

const CONNECT_TIMEOUT_MS = 3_000;
const RESPONSE_TIMEOUT_MS = 15_000;

/**
 * Accesses an S3-compatible store. The SDK, which needs some 35 MB, is loaded on first use and reads the standard AWS variables: AWS_REGION
 * (required; `us-east-1` or `auto` for a store without regions), AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or an instance role.
 */
function s3Disk(s3Url: string): () => Promise<Disk> {
  const { endpoint, bucket } = parseS3Url(s3Url);
  let loading: Promise<Disk> | undefined;
  return () => {
    loading ??= import('flydrive/drivers/s3').then(({ S3Driver }) => {
      const driver = new S3Driver({
        endpoint,
        bucket,
        // A bucket in the path, unlike one in the host name, needs no DNS entry or certificate of its own.
        forcePathStyle: true,
        visibility: 'private',
        supportsACL: false,
        // Some compatible stores do not support the checksums that the SDK sends by default.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        maxAttempts: 2,
        requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: RESPONSE_TIMEOUT_MS },
      });
      return new Disk(driver);
    });
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

/** Disk and S3 report a missing file differently, and flydrive wraps both errors. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } };
  return (
    code === 'ENOENT' || code === 'ENOTDIR' || $metadata?.httpStatusCode === 404 || isMissing(error.cause)
  );
}
