import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from 'vite';

const SHELL = 'src/app/routes/_shell.tsx?tsr-split=component';
const CATALOGUE = 'src/app/routes/_shell/actividades.index.tsx?tsr-split=component';
const MAP = 'src/app/routes/_shell/mapa.tsx?tsr-split=component';
const CALENDAR = 'src/app/routes/_shell/calendario.tsx?tsr-split=component';
const IMPACT = 'src/app/routes/_shell/impacto.tsx?tsr-split=component';
const COLLECTIVES = 'src/app/routes/_shell/colectivos.index.tsx?tsr-split=component';
const COLLECTIVE = 'src/app/routes/_shell/colectivos.$slug.tsx?tsr-split=component';
const CERTIFICATE = 'src/app/routes/_shell/constancia.$number.tsx?tsr-split=component';
const ACTIVITY = 'src/app/routes/_shell/actividades.$id.tsx?tsr-split=component';
const LOGIN = 'src/app/routes/_shell/login.tsx?tsr-split=component';
const REGISTER = 'src/app/routes/_shell/register.tsx?tsr-split=component';

/** The documents of the server-rendered screens. */
const SERVER_RENDERED = {
  'actividades.html': CATALOGUE,
  'actividad.html': ACTIVITY,
  'mapa.html': MAP,
  'calendario.html': CALENDAR,
  'impacto.html': IMPACT,
  'colectivos.html': COLLECTIVES,
  'colectivo.html': COLLECTIVE,
  'constancia.html': CERTIFICATE,
  'login.html': LOGIN,
  'register.html': REGISTER,
};

/** The windows whose screen consists of its code, as media queries: a map. All others can be read without it. */
const NEEDED: Readonly<Record<string, string>> = {
  [MAP]: 'all',
  // The map next to the rows (catalogue-view.tsx).
  [CATALOGUE]: '(min-width: 62em)',
};

/** Inlined (inline-scripts.ts), so that they run before anything can be pressed. */
const SCRIPTS = ['pending-interactions', 'missing-code', 'deferred-scripts']
  .map(name => `<script src="/${name}.js"></script>`)
  .join('\n    ');
const CODE = /[ ]*<(?:script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>\n/g;
/** Chunks without side effects (chunk-groups.ts). */
const LIBRARY =
  /<link rel="modulepreload" crossorigin href="(\/assets\/(?:react|mantine|tanstack|contract)-[^"]*)">/g;
const END_OF_HEAD = '</head>';

/**
 * Adds to each document the chunks that its screen imports, so that the browser requests all of them at once instead of
 * one after the other. index.html is for every screen; server-rendered screens have documents of their own.
 */
export async function writeDocuments(folder: string, chunks: Manifest): Promise<void> {
  const index = withLibraries(await readFile(join(folder, 'index.html'), 'utf8'));
  const documentOf = (...screens: string[]) => {
    const files = [...filesOf(chunks, screens)].filter(file => !index.includes(`/${file}"`));
    const tags = files.map(file => `<link rel="modulepreload" crossorigin href="/${file}">`);
    return index.replace(END_OF_HEAD, () => `  ${tags.join('\n    ')}\n  ${END_OF_HEAD}`);
  };
  await writeFile(join(folder, 'index.html'), documentOf(SHELL));
  for (const [name, screen] of Object.entries(SERVER_RENDERED)) {
    await writeFile(join(folder, name), withDeferredScripts(documentOf(SHELL, screen), NEEDED[screen]));
  }
}

/** Loads each library as a script of its own: evaluated one by one, they let the browser handle input in between. */
const withLibraries = (html: string): string =>
  html.replaceAll(LIBRARY, '<script type="module" crossorigin src="$1"></script>');

/** The server-rendered page is visible without the code, which waits in a template (public/deferred-scripts.js). */
const withDeferredScripts = (html: string, needed = 'not all'): string => {
  const code = html.match(CODE)?.join('') ?? '';
  const tags = `  <template id="code" data-needed="${needed}">\n${code}    </template>\n    ${SCRIPTS}\n  `;
  return html.replaceAll(CODE, '').replace(END_OF_HEAD, () => tags + END_OF_HEAD);
};

/**
 * Writes for the server, by the address of each screen that it does not render and that visitors open, the chunks that the screen imports
 * beyond those of index.html: their links come to these by mail or from a sign at the door, and would wait once more for the code.
 */
export async function writeScreens(folder: string, chunks: Manifest): Promise<void> {
  const index = await readFile(join(folder, 'index.html'), 'utf8');
  const rendered = new Set(Object.values(SERVER_RENDERED));
  const routed = Object.keys(chunks).flatMap(name => {
    const route = screenOf(name);
    const isForVisitors = route !== undefined && FOR_VISITORS.test(route) && !rendered.has(name);
    return isForVisitors ? [[addressOf(route), [name]] as const] : [];
  });
  const screens = [...routed, ...Object.entries(UNROUTED)].map(([address, names]) => [
    address,
    [...filesOf(chunks, names)].filter(file => file.endsWith('.js') && !index.includes(file)),
  ]);
  await writeFile(join(folder, 'server/screens.json'), JSON.stringify(Object.fromEntries(screens)));
}

/** The screens of addresses without a route of their own, which the route of all others loads. */
const UNROUTED = {
  '/estoy/$code': ['src/app/routes/_shell/$.tsx?tsr-split=component', 'src/app/place-page.tsx'],
};
const FOR_VISITORS = /^_shell\/(?!_member)/;
const SCREEN = /^src\/app\/routes\/(.*)\.tsx\?tsr-split=component$/;

/** The route of a chunk that is a screen: '_shell/_member/tasks.index'. */
export const screenOf = (chunk: string): string | undefined => SCREEN.exec(chunk)?.[1];

/** '_shell/_member/tasks.index' → '/tasks' */
export const addressOf = (route: string): string =>
  `/${route
    .replaceAll('.', '/')
    .split('/')
    .filter(part => !part.startsWith('_') && part !== 'index')
    .join('/')}`;

/** The files of these modules and of their static imports. */
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
