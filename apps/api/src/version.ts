import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { gitFolder } from './paths.ts';

/** The version of the release, and the first seven digits of the running commit, or null if git's files are missing. */
export interface Version {
  readonly version: string;
  readonly commit: string | null;
}

export const version: Version = { version: manifest.version, commit: readCommit(gitFolder) };

/**
 * Returns the first seven digits of the commit that is checked out, or null if `path` has no git files. `path` is the `.git` of a clone,
 * or of a work tree, where it is a file. Reads git's files, since the git command may be missing, or reject a checkout of another user.
 */
export function readCommit(path: string): string | null {
  const folder = workTreeFolder(path) ?? path;
  const head = read(folder, 'HEAD');
  const [, ref] = /^ref: (.+)/.exec(head ?? '') ?? [];
  const commit = ref === undefined ? head : commitOf(ref, folder);
  return commit?.slice(0, 7) ?? null;
}

/** Returns the folder that the `.git` file of a work tree names, or null for a clone. */
function workTreeFolder(path: string): string | null {
  const [, folder] = /^gitdir: (.+)/.exec(read(path, '') ?? '') ?? [];
  return folder === undefined ? null : resolve(path, '..', folder);
}

/** Returns the commit of a branch. A work tree shares the branches of its clone, whose folder `commondir` names. */
function commitOf(ref: string, folder: string): string | null {
  const shared = resolve(folder, read(folder, 'commondir') ?? '');
  const packed = read(shared, 'packed-refs')?.split('\n') ?? [];
  return read(shared, ref) ?? packed.find(line => line.endsWith(` ${ref}`)) ?? null;
}

function read(folder: string, name: string): string | null {
  try {
    return readFileSync(resolve(folder, name), 'utf8').trim();
  } catch {
    return null;
  }
}
