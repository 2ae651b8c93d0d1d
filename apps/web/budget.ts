import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Manifest } from 'vite';
import { filesOf } from './documents.ts';

/** Bytes of JavaScript, gzipped. */
const FIRST_SIGNED_IN_MAX = 190_000;
const FIRST_SIGNED_IN = ['/welcome', '/tasks'];

const SCREEN = /^src\/app\/routes\/(.*)\.tsx\?tsr-split=component$/;

/**
 * The gzipped bytes of JavaScript that each screen loads until it is shown, without dialogs and the live connection's client.
 * Throws if a first screen after signing in exceeds its budget.
 */
export async function checkBudget(folder: string, manifest: Manifest): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const name of Object.keys(manifest)) {
    const route = SCREEN.exec(name)?.[1];
    if (route === undefined) continue;
    const files = filesOf(manifest, [...layoutsOf(route, manifest), name]);
    const size = await weigh(folder, files);
    // A layout has the address of its first screen.
    sizes.set(addressOf(route), Math.max(size, sizes.get(addressOf(route)) ?? 0));
  }
  for (const address of FIRST_SIGNED_IN) {
    const size = sizes.get(address);
    if (size === undefined) throw new Error(`the build has no ${address}`);
    if (size <= FIRST_SIGNED_IN_MAX) continue;
    throw new Error(
      `${address} loads ${size} bytes of JavaScript, gzipped; its budget is ${FIRST_SIGNED_IN_MAX}`,
    );
  }
  return sizes;
}

/** The layouts that contain a route. */
const layoutsOf = (route: string, manifest: Manifest): string[] =>
  route
    .split(/[/.]/)
    .map((_, count, parts) => `src/app/routes/${parts.slice(0, count).join('/')}.tsx?tsr-split=component`)
    .filter(name => name in manifest);

/** '_shell/_member/tasks.index' → '/tasks' */
const addressOf = (route: string): string =>
  `/${route
    .replaceAll('.', '/')
    .split('/')
    .filter(part => !part.startsWith('_') && part !== 'index')
    .join('/')}`;

/** The gzipped bytes of the scripts among these files. */
export async function weigh(folder: string, files: Iterable<string>): Promise<number> {
  const scripts = [...files].filter(file => file.endsWith('.js'));
  const sizes = await Promise.all(
    scripts.map(async file => (await promisify(gzip)(await readFile(join(folder, file)))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
