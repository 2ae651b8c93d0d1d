import { cached, keepCopy } from './cached.ts';
import { isOurs } from './mark.ts';
import type { AskedEvent } from './worker-scope.ts';

/** The page empties it when a session ends (lib/offline/kept-answers.ts). */
const CACHE = 'minga-images';
const PICTURES_MAX = 60;

/** A picture never changes under its name: who has seen it once sees it again. */
export async function picture(event: AskedEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  const kept = await cached(pathname);
  if (kept !== undefined) return kept;
  const response = await fetch(event.request);
  if (isOurs(response)) event.waitUntil(keepCopy(CACHE, pathname, response.clone(), PICTURES_MAX));
  return response;
}
