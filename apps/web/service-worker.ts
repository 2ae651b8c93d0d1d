import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import type { CodeSet } from './precached-code.ts';

const ENTRY = join(import.meta.dirname, 'src/service-worker/worker.ts');
/** Files without a hash in their names: drawings and small scripts. App stores use the manifest's images, the app does not. */
const PLAIN_FILE = /\.(js|svg|ico|webmanifest)$/;
/** The style sheet and the fonts. */
const NOT_CODE = /\.(css|woff2)$/;
/**
 * The lists of common passwords and the map's library, three quarters of all code, are never cached by the worker: registration
 * and the ground of the map need the server.
 */
const NEVER_CACHED = ['passwords.json', 'commonWords.json', 'map-engine', 'maplibre-gl-worker'];

/**
 * Writes sw.js into `folder`, the finished build, with the list of what it caches at its installation (in Workbox's format: the
 * first of the code sets, styles, fonts and plain files) and with the other sets.
 */
export async function buildServiceWorker(folder: string, codeSets: readonly CodeSet[]): Promise<void> {
  const assets = await readdir(join(folder, 'assets'));
  const [installed, ...later] = codeSets.map(set => ({
    name: set.name,
    files: set.files.map(file => `/${file}`),
  }));
  const notCode = assets.filter(name => NOT_CODE.test(name)).map(name => `/assets/${name}`);
  const plain = (await readdir(folder)).filter(name => PLAIN_FILE.test(name) && name !== 'sw.js');
  const files = [
    ...[...(installed?.files ?? []), ...notCode].map(url => ({ url, revision: null })),
    ...(await Promise.all(
      plain.map(async name => ({ url: `/${name}`, revision: await hashOf(join(folder, name)) })),
    )),
  ];
  const version = `v${sha256(JSON.stringify([files, assets, await hashOf(join(folder, 'index.html'))]))}`;
  await build({
    configFile: false,
    logLevel: 'warn',
    define: {
      MINGA_FILES: JSON.stringify(files),
      MINGA_CODE_SETS: JSON.stringify(later),
      MINGA_NEVER_CACHED: JSON.stringify(neverCached(assets)),
      MINGA_VERSION: JSON.stringify(version),
      // Workbox's messages for developers are left out.
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: { entry: ENTRY, formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
    },
  });
}

const hashOf = async (file: string): Promise<string> => sha256(await readFile(file));

const sha256 = (data: string | Buffer): string =>
  createHash('sha256').update(data).digest('hex').slice(0, 12);

/** The addresses of what the worker never caches, each of which must exist: their names are set in vite.config.ts. */
function neverCached(assets: readonly string[]): string[] {
  return NEVER_CACHED.flatMap(name => {
    const found = assets.filter(asset => asset.startsWith(`${name}-`));
    if (found.length === 0) throw new Error(`the build has no ${name}`);
    return found.map(asset => `/assets/${asset}`);
  });
}
