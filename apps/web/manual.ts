import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { imageSize } from 'image-size';
import { bundleStyled, styledDocument } from './styled-bundle.ts';

/** Not in the app's assets, all of which the service worker caches. */
const PICTURES = 'ayuda/assets';

/** What src/app/manual/render-manual.tsx exports. */
interface Renderer {
  renderManual(
    sizeOf: (url: string) => { width: number; height: number },
  ): readonly { path: string; head: string; html: string }[];
}

/** Writes docs/manual as documents without scripts: `folder`/ayuda.html, `folder`/ayuda/asistir.html, and their pictures. */
export async function buildManual(folder: string): Promise<void> {
  const { script, styles, pictures } = await bundleStyled('src/app/manual/render-manual.tsx', PICTURES);
  const { renderManual } = await load(script, folder);
  const documents = renderManual(url => imageSize(pictures.get(url) ?? new Uint8Array()));
  const template = await styledDocument('manual.html', styles);
  for (const [url, bytes] of pictures) await writeInto(folder, url, bytes);
  for (const { path, head, html } of documents) {
    // Functions, because '$' in a replacement string is special.
    const page = template.replace('<!--title-->', () => head).replace('<!--page-->', () => html);
    await writeInto(folder, `${path}.html`, page);
  }
}

async function load(script: string, folder: string): Promise<Renderer> {
  const place = await mkdtemp(join(folder, '.manual-'));
  try {
    const file = join(place, 'render-manual.mjs');
    await writeFile(file, script);
    return (await import(pathToFileURL(file).href)) as Renderer;
  } finally {
    await rm(place, { recursive: true });
  }
}

async function writeInto(folder: string, path: string, content: string | Uint8Array): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
