import { readFileSync } from 'node:fs';
import manifest from '../../../package.json' with { type: 'json' };
import { gitFolder } from './paths.ts';

/** The version of the release, and the commit that runs, in seven figures; null: not a git checkout, as in a container. */
export interface Version {
  readonly version: string;
  readonly commit: string | null;
}

export const version: Version = { version: manifest.version, commit: readCommit() };

/** Reads git's files: the command may be missing, or refuse a checkout of another user. */
function readCommit(): string | null {
  try {
    const [, ref] = /^ref: (.+)/.exec(read('HEAD')) ?? [];
    return (ref === undefined ? read('HEAD') : commitOf(ref)).slice(0, 7);
  } catch {
    return null;
  }
}

function commitOf(ref: string): string {
  try {
    return read(ref);
  } catch {
    const [line = ''] = read('packed-refs')
      .split('\n')
      .filter(packed => packed.endsWith(` ${ref}`));
    return line;
  }
}

const read = (name: string): string => readFileSync(`${gitFolder}/${name}`, 'utf8').trim();
