// Builds the web app into dist/: the client, the landing page as ready HTML with its styles inside, and in server/ the
// screens that the server paints.
// Run by `npm run build`, or alone: node apps/web/build.ts
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Rolldown } from 'vite';
import { writeDocuments } from './documents.ts';
import { inlineScripts } from './inline-scripts.ts';

const web = import.meta.dirname;
const configFile = join(web, 'vite.config.ts');
const outDir = join(web, 'dist');
const MANIFEST = 'manifest.json';

/** What src/app/landing/prerender.tsx exports. */
interface Prerender {
  landingHtml(year: number): Promise<string>;
}

await build({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true, manifest: MANIFEST } });
await writeFile(join(outDir, 'landing.html'), await landingDocument());
await writeDocuments(outDir, MANIFEST);
await buildPainter(join(outDir, 'server'));
await inlineScripts(outDir);

async function landingDocument(): Promise<string> {
  const { script, styles } = await bundlePrerender();
  const page = await (await load(script)).landingHtml(new Date().getFullYear());
  const fonts = [...styles.matchAll(/url\(["']?(\/assets\/[^)"']+\.woff2)/g)].map(([, url]) => url);
  const preloads = fonts.map(
    url => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`,
  );
  const template = await readFile(join(web, 'landing.html'), 'utf8');
  // Replacements as functions: '$' in the styles is no pattern.
  return template
    .replace('<!--preloads-->', () => preloads.join('\n    '))
    .replace('<!--styles-->', () => `<style>${styles}</style>`)
    .replace('<!--page-->', () => page);
}

/** The page's renderer as one module, and all styles that it imports; asset names are the client build's. */
async function bundlePrerender(): Promise<{ script: string; styles: string }> {
  const result = (await build({
    configFile,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: join(web, 'src/app/landing/prerender.tsx'),
      ssrEmitAssets: true,
      cssCodeSplit: false,
      cssMinify: true,
      write: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const script = result.output.find(file => file.type === 'chunk')?.code;
  const styles = result.output.find(file => file.type === 'asset' && file.fileName.endsWith('.css'));
  if (script === undefined || styles?.type !== 'asset') throw new Error('the landing page was not bundled');
  return { script, styles: String(styles.source) };
}

async function load(script: string): Promise<Prerender> {
  const folder = await mkdtemp(join(outDir, '.prerender-'));
  try {
    const file = join(folder, 'prerender.mjs');
    await writeFile(file, script);
    return (await import(pathToFileURL(file).href)) as Prerender;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The public screens as functions that write their HTML, for the server: all that they need is in it. */
async function buildPainter(folder: string): Promise<void> {
  await build({
    configFile,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    // Else React takes its development form wherever the server's environment does not say otherwise.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ssr: join(web, 'src/app/first-paint.tsx'), outDir: folder },
  });
}
