import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

const ENTRY = join(import.meta.dirname, 'src/service-worker/worker.ts');
/** Files without a hash in their names: drawings and small scripts. App stores use the manifest's images, the app does not. */
const PLAIN_FILE = /\.(js|svg|ico|webmanifest)$/;
/**
 * The lists of common passwords and the map's library, three quarters of all code: registration and the ground of the map need the
 * server.
 */
const LEFT_OUT = ['passwords.json', 'commonWords.json', 'map-engine', 'maplibre-gl-worker'];

/** Writes sw.js and its precache manifest (Workbox's format) into `folder`, the finished build. */
export async function buildServiceWorker(folder: string): Promise<void> {
  const assets = precached(await readdir(join(folder, 'assets')));
  const plain = (await readdir(folder)).filter(name => PLAIN_FILE.test(name) && name !== 'sw.js');
  const files = [
    ...assets.map(name => ({ url: `/assets/${name}`, revision: null })),
    ...(await Promise.all(
      plain.map(async name => ({ url: `/${name}`, revision: await hashOf(join(folder, name)) })),
    )),
  ];
  const version = `v${sha256(JSON.stringify([files, await hashOf(join(folder, 'index.html'))]))}`;
  await build({
    configFile: false,
    logLevel: 'warn',
    define: {
      MINGA_FILES: JSON.stringify(files),
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

/** The assets without those that are left out, each of which must exist: their names are set in vite.config.ts. */
function precached(assets: readonly string[]): string[] {
  const missing = LEFT_OUT.find(name => !assets.some(asset => asset.startsWith(`${name}-`)));
  if (missing !== undefined) throw new Error(`the build has no ${missing}`);
  return assets.filter(asset => !LEFT_OUT.some(name => asset.startsWith(`${name}-`)));
}
