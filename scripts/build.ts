// npm run build: builds the web app and the API if their sources have changed since the last build.
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { root, run } from './run.ts';

interface Part {
  readonly name: string;
  /** Files and folders that the output depends on. */
  readonly sources: string[];
  readonly output: string;
  /** Arguments of `node`. */
  readonly command: string[];
}

const shared = ['package-lock.json', 'tsconfig.base.json', 'scripts/lean-bundle.ts', 'packages/contract'];
const parts = {
  web: {
    name: 'la aplicación web',
    sources: [...shared, 'apps/web', 'docs/manual'],
    output: 'apps/web/dist',
    command: ['apps/web/build.ts'],
  },
  api: {
    name: 'la API',
    sources: [...shared, 'apps/api/package.json', 'apps/api/vite.config.ts', 'apps/api/src'],
    output: 'apps/api/dist',
    command: ['node_modules/vite/bin/vite.js', 'build', '--config', 'apps/api/vite.config.ts'],
  },
} satisfies Record<string, Part>;

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

async function buildPart({ name, sources, output, command }: Part): Promise<boolean> {
  const marker = join(root, output, '.built-from');
  const fingerprint = await fingerprintOf(sources);
  if ((await readFile(marker, 'utf8').catch(() => '')) === fingerprint) return true;
  // A build that fails half-way must not count as up to date.
  await rm(marker, { force: true });
  const start = performance.now();
  console.log(`Construyendo ${name}…`);
  const code = await run(process.execPath, command, { NODE_ENV: 'production' });
  if (code !== 0) {
    console.error(`No se pudo construir ${name}.`);
    return false;
  }
  await writeFile(marker, fingerprint);
  console.log(`Construida ${name} en ${((performance.now() - start) / 1000).toFixed(1)} s.`);
  return true;
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
