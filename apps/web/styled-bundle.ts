import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { leanBundle } from '../../scripts/lean-bundle.ts';
import { lateFonts } from './late-fonts.ts';

const web = import.meta.dirname;
const PICTURE = /\.webp$/;
const HASHED = '[name]-[hash][extname]';

/** All that it needs is in a module for the server. */
export const forServer = {
  configFile: join(web, 'vite.config.ts'),
  logLevel: 'warn',
  publicDir: false,
  plugins: [leanBundle],
} satisfies InlineConfig;

interface StyledBundle {
  readonly script: string;
  readonly styles: string;
  /** The WebP pictures that it imports, by their address below `pictureFolder`; nobody has written them yet. */
  readonly pictures: ReadonlyMap<string, Buffer>;
}

/** A renderer as one module, and all styles that it imports; names of fonts are the client build's. */
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

/** A document of this folder with the styles inside. */
export async function styledDocument(name: string, styles: string): Promise<string> {
  const template = await readFile(join(web, name), 'utf8');
  // As a function: '$' in the styles is no pattern.
  return template.replace('<!--styles-->', () => lateFonts(styles));
}
