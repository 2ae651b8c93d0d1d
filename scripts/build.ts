// npm run build: builds the web app and the API if their sources have changed since the last build.
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { withBuildLock } from './build-lock.ts';
import { root, run } from './run.ts';

interface Part {
  readonly name: string;
  /** Files and folders that the output depends on. */
  readonly sources: string[];
  readonly output: string;
  /** Arguments of `node`; that of a folder next to the output follows. */
  readonly command: string[];
}

const shared = ['package-lock.json', 'tsconfig.base.json', 'scripts/lean-bundle.ts', 'packages/contract'];
const parts = {
  web: {
    name: 'la aplicación web',
    sources: [...shared, 'apps/web', 'docs/manual'],
    output: 'apps/web/dist',
    command: ['apps/web/build.ts', '--outDir'],
  },
  api: {
    name: 'la API',
    sources: [...shared, 'apps/api/package.json', 'apps/api/vite.config.ts', 'apps/api/src'],
    output: 'apps/api/dist',
    command: ['node_modules/vite/bin/vite.js', 'build', '--config', 'apps/api/vite.config.ts', '--outDir'],
  },
} satisfies Record<string, Part>;

const MARKER = '.built-from';
/** The start of the names of unfinished and of replaced builds. */
const ASIDE = '.dist-';

// Build output, generated files and tests do not change the result.
const IGNORED = /^(\..*|node_modules|dist|test)$|\.test\.tsx?$|\.gen\.ts$/;

if (import.meta.main) process.exitCode = (await build()) ? 0 : 1;

/** Builds the outdated ones of `names`. Returns false if a build failed; the error has been printed. */
export async function build(names: (keyof typeof parts)[] = ['web', 'api']): Promise<boolean> {
  for (const name of names) {
    if (!(await buildPart(parts[name]))) return false;
  }
  return true;
}

async function buildPart(part: Part): Promise<boolean> {
  const { sources, output } = part;
  if ((await builtFrom(output)) === (await fingerprintOf(sources))) return true;
  const folder = join(root, dirname(output));
  return withBuildLock(join(folder, '.build.lock'), () => rebuild(part, folder));
}

/** Builds into a folder of its own, which replaces the output once it is whole: a running product has all its files until then. */
async function rebuild({ name, sources, output, command }: Part, folder: string): Promise<boolean> {
  const fingerprint = await fingerprintOf(sources);
  // Another process may have built the same while this one waited.
  if ((await builtFrom(output)) === fingerprint) return true;
  await removeAside(folder);
  const unfinished = join(folder, ASIDE + randomUUID());
  const start = performance.now();
  console.log(`Construyendo ${name}…`);
  const code = await run(process.execPath, [...command, unfinished], { NODE_ENV: 'production' });
  if (code !== 0) {
    console.error(`No se pudo construir ${name}.`);
    await removeAside(folder);
    return false;
  }
  await writeFile(join(unfinished, MARKER), fingerprint);
  await replace(join(root, output), unfinished);
  await removeAside(folder);
  console.log(`Construida ${name} en ${((performance.now() - start) / 1000).toFixed(1)} s.`);
  return true;
}

/** The fingerprint of the sources of the last build; empty without one. */
function builtFrom(output: string): Promise<string> {
  return readFile(join(root, output, MARKER), 'utf8').catch(() => '');
}

async function replace(output: string, by: string): Promise<void> {
  await rename(output, `${by}-replaced`).catch(error => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(by, output);
}

/** Also what killed builds have left; one of their child processes may still write, which the next build removes. */
async function removeAside(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter(name => name.startsWith(ASIDE));
  await Promise.allSettled(names.map(name => rm(join(folder, name), { recursive: true, force: true })));
}

/** Hash of the names and contents of all sources. */
async function fingerprintOf(sources: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const path of await filesIn(join(root, source))) {
      hash
        .update(`${relative(root, path)}\0`)
        .update(await readFile(path))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (entries === null) return [path];
  const wanted = entries.filter(entry => !IGNORED.test(entry.name)).map(entry => entry.name);
  const found = await Promise.all(wanted.sort().map(name => filesIn(join(path, name))));
  return found.flat();
}
