import { SAVED_DATA_COOKIE } from '@minga/contract/saved-data';
import { PrecacheController } from 'workbox-precaching';
import { NetworkFirst } from 'workbox-strategies';
import { isDataLimited } from '../lib/saved-data.ts';
import { type CodeSet, codeSets, files, manifest, neverCached, version } from './built.ts';
import { hasMark, isOwnResponse, onlyFromServer } from './server-responses.ts';
import type { CodeRequest, LifetimeEvent } from './worker-scope.ts';

/** An address whose response is the app's empty document. */
export const SHELL = '/tasks';
const PREFIX = 'minga-code-';
const CACHE = PREFIX + version;
/** Files that are not named by their content, small drawings and scripts, rarely change. */
const PLAIN_TIMEOUT_SECONDS = 1;

/**
 * Each version has a cache of its own, filled file by file while pages may be loading; unchanged files come from the
 * browser's HTTP cache. The installation fails, and is tried again later, if a file is missing, something else responds in
 * the server's place, or the server already has another version.
 */
export const precache = new PrecacheController({
  cacheName: CACHE,
  plugins: [
    {
      // The shell must not contain a user's data.
      requestWillFetch: async ({ request }) =>
        isShell(request) ? new Request(request, { credentials: 'omit' }) : request,
      cacheWillUpdate: async ({ request, response }) => {
        const isExpected = isOwnResponse(response) && (!isShell(request) || (await isThisVersion(response)));
        return isExpected ? response : null;
      },
    },
  ],
});
precache.addToCacheList([...manifest, { url: SHELL, revision: version }]);

const isShell = ({ url }: Request): boolean => new URL(url).pathname === SHELL;

async function isThisVersion(response: Response): Promise<boolean> {
  const html = await response.clone().text();
  const linked = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  return linked.length > 0 && linked.every(path => files.includes(path));
}

/** The requests of pages; the installation waits for those that come before its end. */
const requested: Promise<void>[] = [];

/**
 * Caches this version's code: what visitors need, and the sets that a previous version has cached, so that the door still opens
 * without a network after an update. Where data are limited and no set is cached, it caches the shell alone, and every other file with its
 * first use.
 */
export async function installCode(event: LifetimeEvent): Promise<void> {
  const marks = await Promise.all(codeSets.map(({ name }) => caches.match(markOf(name))));
  const installed = codeSets.filter((_, index) => marks[index] !== undefined);
  if (installed.length === 0 && (await isLimited())) await cacheShell();
  else await precache.install(event);
  for (const set of installed) await cacheSet(set);
  await Promise.all(requested);
}

/** Whether nothing is fetched ahead. Browsers without the Cookie Store API ignore the user's choice here. */
export async function isLimited(): Promise<boolean> {
  const chosen = await globalThis.cookieStore?.get(SAVED_DATA_COOKIE);
  return isDataLimited() || chosen?.value === '1';
}

async function cacheShell(): Promise<void> {
  const response = await fetch(SHELL, { credentials: 'omit', cache: 'reload' });
  if (!isOwnResponse(response) || !(await isThisVersion(response)))
    throw new Error('the server has another version');
  const cache = await caches.open(CACHE);
  await cache.put(precache.getCacheKeyForURL(SHELL) ?? SHELL, response);
}

/** Caches hashed files that a page has loaded without this worker, and the named set. */
export async function cacheAhead({ loaded, set: wanted }: CodeRequest): Promise<void> {
  const caching = [
    ...loaded.filter(path => !neverCached.includes(path)).map(cacheFile),
    ...codeSets.filter(({ name }) => name === wanted).map(cacheSet),
  ].map(untilNextUse);
  requested.push(...caching);
  await Promise.all(caching);
}

/** A file that is named by its content, of any version: it never changes, and is cached with its first use. */
export async function hashedFile({ event, request }: FileRequest): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (isOwnResponse(response) && !neverCached.includes(new URL(request.url).pathname)) {
    const copy = response.clone();
    event.waitUntil(untilNextUse(caches.open(CACHE).then(cache => cache.put(request, copy))));
  }
  return response;
}

interface FileRequest {
  readonly event: LifetimeEvent;
  readonly request: Request;
}

/** Without a response or storage, the next use of the file, or the next request for the set, caches it. */
const untilNextUse = (caching: Promise<void>): Promise<void> => caching.catch(() => {});

/** A set is marked once it is complete; the door's screen reads the mark (features/door/api.ts). */
const markOf = (set: string): string => `/code-sets/${set}`;

async function cacheSet({ name, files: paths }: CodeSet): Promise<void> {
  const cache = await caches.open(CACHE);
  if (await cache.match(markOf(name))) return;
  for (const path of paths) await cacheFile(path);
  await cache.put(markOf(name), new Response());
}

/** Copies the file from the cache of another version, or fetches it. */
async function cacheFile(path: string): Promise<void> {
  const cache = await caches.open(CACHE);
  if (await cache.match(path, { ignoreVary: true })) return;
  const response = (await caches.match(path, { ignoreVary: true })) ?? (await fetch(path));
  if (!isOwnResponse(response)) throw new Error(`the server does not have ${path}`);
  await cache.put(path, response);
}

export const plainFile = new NetworkFirst({
  cacheName: CACHE,
  networkTimeoutSeconds: PLAIN_TIMEOUT_SECONDS,
  // The precache adds the revision as a search parameter.
  matchOptions: { ignoreSearch: true, ignoreVary: true },
  plugins: [onlyFromServer(async response => hasMark(response)), { cacheWillUpdate: async () => null }],
});

/** Deletes the code of all versions but this and the previous one, which other tabs may still run. */
export async function deleteOldCode(): Promise<void> {
  const others = (await caches.keys()).filter(name => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map(name => caches.delete(name)));
}
