import { PrecacheController } from 'workbox-precaching';
import { NetworkFirst } from 'workbox-strategies';
import { files, manifest, version } from './built.ts';
import { hasMark, isOwnResponse, onlyFromServer } from './server-responses.ts';

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

/** A file that is named by its content, of any version: it never changes. */
export const hashedFile = async ({ request }: { request: Request }): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

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
