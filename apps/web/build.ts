// Builds the web app into dist/: the client, the documents of the landing page and the manual, the service worker, and in server/
// the modules that the API renders pages with.
// Run by `npm run build`, which gives it another folder, or alone: node apps/web/build.ts. With --sizes it prints what each screen loads.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build, type Manifest } from 'vite';
import { checkBudget, checkReadingBudget } from './budget.ts';
import { inlineCriticalCss } from './critical-css.ts';
import { writeDocuments, writeScreens } from './documents.ts';
import { inlineScripts } from './inline-scripts.ts';
import { buildManual } from './manual.ts';
import { planPrecache } from './precached-code.ts';
import { buildServiceWorker } from './service-worker.ts';
import { bundleStyled, forServer, styledDocument } from './styled-bundle.ts';

const web = import.meta.dirname;
const configFile = join(web, 'vite.config.ts');
const { sizes: isVerbose, outDir } = parseArgs({
  options: { sizes: { type: 'boolean' }, outDir: { type: 'string', default: join(web, 'dist') } },
}).values;
const MANIFEST = 'manifest.json';

await build({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true, manifest: MANIFEST } });
const manifest = await takeManifest();
await writeDocuments(outDir, manifest);
const sizes = await checkBudget(outDir, manifest);
if (isVerbose) console.table(Object.fromEntries(sizes));
await buildRenderer(join(outDir, 'server'));
await writeScreens(outDir, manifest);
await inlineCriticalCss(outDir);
await buildLanding(outDir);
await buildEmbed(outDir);
await buildLegal(outDir);
await buildManual(outDir);
await inlineScripts(outDir);
await checkReadingBudget(outDir);
// After all that writes files for browsers, because it lists them.
await buildServiceWorker(outDir, await planPrecache(outDir, manifest));
await compressAssets(join(outDir, 'assets'));

/** Reads Vite's manifest of chunks and their imports, and removes it from the served files. */
async function takeManifest(): Promise<Manifest> {
  const file = join(outDir, MANIFEST);
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  await rm(file);
  return manifest;
}

/** The landing page's renderer for the server, and its document with inlined styles, which loads fonts and images only. */
async function buildLanding(folder: string): Promise<void> {
  const { script, styles } = await bundleStyled('src/app/landing/render-landing.tsx');
  await writeFile(join(folder, 'server/landing.js'), script);
  await writeFile(join(folder, 'landing.html'), await styledDocument('landing.html', styles));
}

/** The renderer of the pages for other sites' frames, and their document, which loads nothing but images. */
async function buildEmbed(folder: string): Promise<void> {
  const { script, styles } = await bundleStyled('src/app/embed/render-embed.tsx');
  await writeFile(join(folder, 'server/embed.js'), script);
  const template = await readFile(join(web, 'embed.html'), 'utf8');
  // A function, because '$' in a replacement string is special.
  await writeFile(
    join(folder, 'embed.html'),
    template.replace('<!--styles-->', () => `<style>${styles}</style>`),
  );
}

/** The renderer of the legal texts, and their document, which is that of the manual. */
async function buildLegal(folder: string): Promise<void> {
  const { script, styles } = await bundleStyled('src/app/legal/render-legal.tsx');
  await writeFile(join(folder, 'server/legal.js'), script);
  await writeFile(join(folder, 'legal.html'), await styledDocument('manual.html', styles));
}

/** The renderer of the public screens, for the server. */
async function buildRenderer(folder: string): Promise<void> {
  await build({ ...forServer, build: { ssr: join(web, 'src/app/entry-server.tsx'), outDir: folder } });
}

/**
 * Writes a copy of each text file in `folder` with Brotli's highest quality, which the server sends instead of compressing the file at
 * each response: 13 % fewer bytes for 7 s of the build.
 */
async function compressAssets(folder: string): Promise<void> {
  const compress = promisify(brotliCompress);
  const names = (await readdir(folder)).filter(name => /\.(js|css|svg|json)$/.test(name));
  await Promise.all(
    names.map(async name =>
      writeFile(join(folder, `${name}.br`), await compress(await readFile(join(folder, name)))),
    ),
  );
}
