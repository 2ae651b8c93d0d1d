// The service worker: the app begins without a network, and a new version of it waits until it is wanted (docs/decisions/0014-offline.md).
import { askedFor } from './asked-for.ts';
import { files } from './built.ts';
import { code, forgetOldCode, keepCode } from './code.ts';
import { page } from './pages.ts';
import { picture } from './pictures.ts';
import { scope } from './worker-scope.ts';

scope.addEventListener('install', event => event.waitUntil(keepCode()));

scope.addEventListener('activate', event => event.waitUntil(begin()));

async function begin(): Promise<void> {
  await forgetOldCode();
  await scope.clients.claim();
}

scope.addEventListener('fetch', event => {
  const kind = askedFor(event.request, scope.location.origin, files);
  if (kind === 'page') event.respondWith(page(event));
  if (kind === 'code') event.respondWith(code(event.request));
  if (kind === 'picture') event.respondWith(picture(event));
});

// What app/installed/follow-worker.ts sends.
scope.addEventListener('message', ({ data, ports: [port] }: MessageEvent<Message>) => {
  if (data === 'activate') void scope.skipWaiting();
  else port?.postMessage(data.includes.every(path => files.includes(path)));
});

/** Begin now, in the place of the version before; or: do all of these files belong to your version? */
type Message = 'activate' | { readonly includes: readonly string[] };
