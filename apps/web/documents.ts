import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from 'vite';

const SHELL = 'src/app/routes/_shell.tsx?tsr-split=component';
const CATALOGUE = 'src/app/routes/_shell/actividades.index.tsx?tsr-split=component';
const PAINTED = 'src/app/start-painted.ts';
const ACTIVITY = 'src/app/routes/_shell/actividades.$id.tsx?tsr-split=component';

/** Keeps what is pressed before the app's code is there, and begins the code after the first paint. */
const FIRST_PAINT = '<script src="/first-paint.js"></script>';
const CODE = /[ ]*<(?:script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>\n/g;
/** Files that only define something (chunk-groups.ts). */
const LIBRARY =
  /<link rel="modulepreload" crossorigin href="(\/assets\/(?:react|mantine|tanstack|contract)-[^"]*)">/g;
const END_OF_HEAD = '</head>';

/**
 * Lets each document name what its screen needs, so that the browser asks for all of it at once instead of finding it
 * file after file. index.html is every screen's; those that the server paints have one of their own.
 */
export async function writeDocuments(folder: string, chunks: Manifest): Promise<void> {
  const index = withLibraries(await readFile(join(folder, 'index.html'), 'utf8'));
  const documentOf = (...screens: string[]) => {
    const files = [...filesOf(chunks, screens)].filter(file => !index.includes(`/${file}"`));
    const tags = files.map(file => `<link rel="modulepreload" crossorigin href="/${file}">`);
    return index.replace(END_OF_HEAD, () => `  ${tags.join('\n    ')}\n  ${END_OF_HEAD}`);
  };
  await writeFile(join(folder, 'index.html'), documentOf(SHELL));
  await writeFile(join(folder, 'actividades.html'), forPainting(documentOf(PAINTED, SHELL, CATALOGUE)));
  await writeFile(join(folder, 'actividad.html'), forPainting(documentOf(PAINTED, SHELL, ACTIVITY)));
}

/** Each library as a script of its own: run one by one, they let the phone answer in between. */
const withLibraries = (html: string): string =>
  html.replaceAll(LIBRARY, '<script type="module" crossorigin src="$1"></script>');

/** What is painted is seen without the code: the code waits in a template until it was. */
const forPainting = (html: string): string => {
  const code = html.match(CODE)?.join('') ?? '';
  const tags = `  <template id="code">\n${code}    </template>\n    ${FIRST_PAINT}\n  `;
  return html.replaceAll(CODE, '').replace(END_OF_HEAD, () => tags + END_OF_HEAD);
};

/** The files of these modules and of all that they import at once. */
export function filesOf(chunks: Manifest, names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = chunks[name];
    if (chunk === undefined) throw new Error(`the build has no ${name}`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    filesOf(chunks, chunk.imports ?? [], found);
  }
  return found;
}
