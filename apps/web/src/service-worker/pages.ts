import { keepCopy } from './cached.ts';
import { isOurs, isServers } from './mark.ts';
import { inTime } from './patience.ts';
import { keptDocument, keptShell } from './stand-in.ts';
import type { AskedEvent } from './worker-scope.ts';

export const LANDING = '/';

const CACHE = 'minga-pages';
const PAGES_MAX = 40;
/** Documents that are not the app's: what was last seen of them is kept. */
const DOCUMENTS = /^\/$|^\/ayuda(\/|$)/;

/** Keeps a page as it was answered, if it was the server that answered it. */
export async function keepPage(path: string, page: Response): Promise<void> {
  if (isOurs(page)) await keepCopy(CACHE, path, page, PAGES_MAX);
}

/**
 * What the server says. If it says nothing in time, or something else answers for it: what was last seen, or the app's
 * empty document, whose code knows the rest.
 */
export async function page(event: AskedEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  const isDocument = DOCUMENTS.test(pathname);
  const asked = fetch(event.request);
  // Also what comes too late to be shown.
  if (isDocument) event.waitUntil(asked.then(answer => keepPage(pathname, answer.clone())).catch(() => {}));
  let isLineGone = false;
  asked.catch(() => {
    isLineGone = true;
  });
  const answer = await inTime(asked);
  if (answer !== null && (await isServers(answer))) return answer;
  const kept = isDocument
    ? await keptDocument(pathname, isLineGone ? 'Sin conexión' : 'Minga no responde')
    : undefined;
  return kept ?? (await keptShell()) ?? answer ?? asked;
}
