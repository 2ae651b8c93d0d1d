import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { leanBundle } from '../../scripts/lean-bundle.ts';
import { deferredFonts } from './deferred-fonts.ts';

const web = import.meta.dirname;
const PICTURE = /\.webp$/;
const HASHED = '[name]-[hash][extname]';

/** Settings of a bundle for the server, which contains its dependencies. */
export const forServer = {
  configFile: join(web, 'vite.config.ts'),
  logLevel: 'warn',
  publicDir: false,
  plugins: [leanBundle],
} satisfies InlineConfig;

interface StyledBundle {
  readonly script: string;
  readonly styles: string;
  /** The imported WebP images by URL, below `pictureFolder`. The caller writes them. */
  readonly pictures: ReadonlyMap<string, Buffer>;
}

/** Bundles a renderer into one module, with the styles that it imports. Its font files are the client build's. */
export async function bundleStyled(entry: string, pictureFolder = 'assets'): Promise<StyledBundle> {
  const { output } = (await build({
    ...forServer,
    build: {
      ssr: join(web, entry),
      ssrEmitAssets: true,
      cssCodeSplit: false,
      cssMinify: true,
      write: false,
      rolldownOptions: {
        output: {
          codeSplitting: false,
          assetFileNames: ({ names }) =>
            `${names.some(name => PICTURE.test(name)) ? pictureFolder : 'assets'}/${HASHED}`,
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  const script = output.find(file => file.type === 'chunk')?.code;
  const assets = output.filter(file => file.type === 'asset');
  const styles = assets.find(({ fileName }) => fileName.endsWith('.css'))?.source;
  if (script === undefined || styles === undefined) throw new Error(`${entry} was not bundled`);
  const pictures = assets
    .filter(({ fileName }) => PICTURE.test(fileName))
    .map(({ fileName, source }) => [`/${fileName}`, Buffer.from(source)] as const);
  return { script, styles: String(styles), pictures: new Map(pictures) };
}

/** A document of this folder with inlined styles. */
export async function styledDocument(name: string, styles: string): Promise<string> {
  const template = await readFile(join(web, name), 'utf8');
  // A function, because '$' in a replacement string is special.
  return template.replace('<!--styles-->', () => deferredFonts(styles));
}
