import { createHash } from 'node:crypto';
import type { Manifest } from './manifest.ts';

export interface ImagesDigest {
  /** Must be called in the archive's order. */
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
