import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

const ENTRY = join(import.meta.dirname, 'src/service-worker/worker.ts');
/** Beside the hashed ones: drawings and small scripts; the pictures of the manifest are for the shop window alone. */
const PLAIN_FILE = /\.(js|svg|ico|webmanifest)$/;
/** Lists of bad passwords, half of all code: nobody registers without a network. */
const LEFT_OUT = /^(passwords|commonWords)\.json-/;

/** Writes sw.js into `folder`, the finished build, which the worker keeps in the browser for times without a network. */
export async function buildServiceWorker(folder: string): Promise<void> {
  const assets = (await readdir(join(folder, 'assets'))).filter(name => !LEFT_OUT.test(name));
  const plain = (await readdir(folder)).filter(name => PLAIN_FILE.test(name));
  const files = [...assets.map(name => `/assets/${name}`), ...plain.map(name => `/${name}`)].sort();
  await build({
    configFile: false,
    logLevel: 'warn',
    define: {
      MINGA_FILES: JSON.stringify(files),
      MINGA_VERSION: JSON.stringify(await versionOf(folder, files, plain)),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: { entry: ENTRY, formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
    },
  });
}

/** Changes with any file: hashed ones tell by their names, the others by what is in them. */
async function versionOf(
  folder: string,
  files: readonly string[],
  plain: readonly string[],
): Promise<string> {
  const hash = createHash('sha256').update(files.join('\n'));
  for (const name of [...plain, 'index.html']) hash.update(await readFile(join(folder, name)));
  return hash.digest('hex').slice(0, 12);
}
