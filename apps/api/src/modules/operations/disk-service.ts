import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Settings } from '../../settings.ts';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** The disk that stores the pictures; null: an S3-compatible store has them, or the folder cannot be read. */
export async function imageDiskSpace({ s3Url, dataDir }: Settings): Promise<DiskSpace | null> {
  if (s3Url !== null) return null;
  const disk = await statfs(resolve(dataDir)).catch(() => null);
  if (disk === null) return null;
  const { bsize, bavail, blocks } = disk;
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
