// Builds the web app into dist/: the client, the landing page's document with its styles inside, and in server/ the pages
// that the server paints.
// Run by `npm run build`, or alone: node apps/web/build.ts. With --sizes it prints what each screen loads.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Manifest } from 'vite';
import { checkBudget } from './budget.ts';
import { writeDocuments } from './documents.ts';
import { inlineFirstStyles } from './first-styles.ts';
import { inlineScripts } from './inline-scripts.ts';
import { buildManual } from './manual.ts';
import { buildServiceWorker } from './service-worker.ts';
import { bundleStyled, forServer, styledDocument } from './styled-bundle.ts';

const web = import.meta.dirname;
const configFile = join(web, 'vite.config.ts');
const outDir = join(web, 'dist');
const MANIFEST = 'manifest.json';

await build({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true, manifest: MANIFEST } });
const manifest = await takeManifest();
await writeDocuments(outDir, manifest);
const sizes = await checkBudget(outDir, manifest);
if (process.argv.includes('--sizes')) console.table(Object.fromEntries(sizes));
await buildPainter(join(outDir, 'server'));
await inlineFirstStyles(outDir);
await buildLanding(outDir);
await buildManual(outDir);
await inlineScripts(outDir);
// The last: it knows all of them.
await buildServiceWorker(outDir);

/** Vite's list of what imports what. It is no file to be served. */
async function takeManifest(): Promise<Manifest> {
  const file = join(outDir, MANIFEST);
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  await rm(file);
  return manifest;
}

/** The landing page's renderer for the server, and its document, which asks for fonts and the styles' pictures alone. */
async function buildLanding(folder: string): Promise<void> {
  const { script, styles } = await bundleStyled('src/app/landing/render-landing.tsx');
  await writeFile(join(folder, 'server/landing.js'), script);
  await writeFile(join(folder, 'landing.html'), await styledDocument('landing.html', styles));
}

/** The public screens as functions that write their HTML, for the server. */
async function buildPainter(folder: string): Promise<void> {
  await build({ ...forServer, build: { ssr: join(web, 'src/app/first-paint.tsx'), outDir: folder } });
}
