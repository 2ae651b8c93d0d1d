import { files } from './built.ts';
import { cached, hasCached, OWN_CODE, otherCode } from './cached.ts';
import { bearsMark } from './mark.ts';
import { keepPage, LANDING } from './pages.ts';
import { inTime } from './patience.ts';
import { SHELL } from './stand-in.ts';

/** Few at once: whoever is looking at a page meanwhile needs the line. */
const AT_ONCE = 4;
const NAMED_BY_CONTENT = '/assets/';
/** A drawing or a small script: the copy that is here is hardly ever another. */
const PATIENCE_MS = 1000;

/**
 * Fetches what the app consists of, and the document that every screen begins with. Fails, and is tried again another
 * time, when something is missing, or when the server has another version by now.
 */
export async function keepCode(): Promise<void> {
  const cache = await caches.open(OWN_CODE);
  const waiting = [...files];
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await keepFile(cache, path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // Without cookies: nobody's data may stand in it.
  const shell = await fetch(SHELL, { credentials: 'omit', cache: 'no-cache' });
  if (!shell.ok || !isOfThisVersion(await shell.clone().text())) throw new Error('the app is another by now');
  await cache.put(SHELL, shell);
  await keepPage(LANDING, await fetch(LANDING, { credentials: 'omit' }));
}

async function keepFile(cache: Cache, path: string): Promise<void> {
  if (await hasCached(cache, path)) return;
  const isNamedByContent = path.startsWith(NAMED_BY_CONTENT);
  const known = isNamedByContent ? await cached(path) : undefined;
  const file = known ?? (await fetch(path, { cache: isNamedByContent ? 'default' : 'no-cache' }));
  // A network that wants a sign-in, or a server that is being looked after, answers everything with a page of its own.
  const isPage = file.headers.get('content-type')?.includes('html') ?? false;
  if (!file.ok || isPage) throw new Error(`${path} is answered ${file.status}`);
  await cache.put(path, file);
}

function isOfThisVersion(html: string): boolean {
  const named = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  return named.length > 0 && named.every(path => files.includes(path));
}

/** The code of the version before stays, for tabs that still run it; what is older goes. */
export async function forgetOldCode(): Promise<void> {
  const others = await otherCode();
  await Promise.all(others.slice(0, -1).map(name => caches.delete(name)));
}

/** Files that are named by their content never change; the others are asked for first. */
export async function code(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith(NAMED_BY_CONTENT)) return (await cached(pathname)) ?? fetch(request);
  const asked = fetch(request);
  const answer = await inTime(asked, PATIENCE_MS);
  return answer !== null && bearsMark(answer) ? answer : ((await cached(pathname)) ?? asked);
}
