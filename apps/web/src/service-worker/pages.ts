import { cached, keepCopy } from './cached.ts';
import type { AskedEvent } from './worker-scope.ts';

/** An address that the server answers with the app's empty document. */
export const SHELL = '/tasks';
export const LANDING = '/';

/** Longer than this nobody looks at nothing where the app can begin by itself: the line is as good as none. */
const PATIENCE_MS = 4000;
const CACHE = 'minga-pages';
const PAGES_MAX = 40;
/** Documents that are not the app's: what was last seen of them is kept. */
const DOCUMENTS = /^\/$|^\/ayuda(\/|$)/;

export const keepPage = (path: string, page: Response): Promise<void> =>
  keepCopy(CACHE, path, page, PAGES_MAX);

/** Each answer of the server bears a number; what answers in its place (see keepFile) does not. */
export const isOurs = (response: Response): boolean =>
  response.ok && !response.redirected && response.headers.has('x-request-id');

/** What stands before the server says so itself when it cannot be reached. */
const isAway = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** What the server says; without an answer what was last seen, or the app's empty document, whose code knows the rest. */
export function page(event: AskedEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  return DOCUMENTS.test(pathname) ? document(event, pathname) : screen(event);
}

async function document(event: AskedEvent, path: string): Promise<Response> {
  try {
    const response = await fetch(event.request);
    if (isOurs(response)) event.waitUntil(keepPage(path, response.clone()));
    return isAway(response) ? ((await cached(path)) ?? response) : response;
  } catch (error) {
    return (await cached(path)) ?? (await shellOr(error));
  }
}

async function screen(event: AskedEvent): Promise<Response> {
  const asked = fetch(event.request);
  try {
    const late = new Promise<null>(resolve => setTimeout(() => resolve(null), PATIENCE_MS));
    const response = await Promise.race([asked, late]);
    if (response !== null && !isAway(response)) return response;
    return (await cached(SHELL)) ?? (await asked);
  } catch (error) {
    return shellOr(error);
  }
}

async function shellOr(error: unknown): Promise<Response> {
  const shell = await cached(SHELL);
  if (shell === undefined) throw error;
  return shell;
}
