// The service worker: the app starts offline, and a new version waits until the user wants it (docs/decisions/0014-offline.md).
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { type Alert, alertOptions } from '../lib/alert-options.ts';
import { files } from './built.ts';
import { cacheAhead, deleteOldCode, hashedFile, installCode, isLimited, plainFile } from './code.ts';
import { LANDING, pages } from './pages.ts';
import { type RequestKind, requestKind } from './request-kind.ts';
import { isOwnResponse, type Plugin } from './server-responses.ts';
import { type LifetimeEvent, scope } from './worker-scope.ts';

/** The page deletes it when a session ends (lib/server/query-store.ts). */
const IMAGES = 'minga-images';
const MAX_IMAGES = { maxEntries: 60 };
/** The images of releases before December 2026. */
const FORMER_IMAGES = 'minga-pictures';

const images = new CacheFirst({
  cacheName: IMAGES,
  // Every copy was fetched by this browser.
  matchOptions: { ignoreVary: true },
  plugins: [
    { cacheWillUpdate: async ({ response }) => (isOwnResponse(response) ? response : null) },
    new ExpirationPlugin(MAX_IMAGES) as Plugin,
  ],
});

const isKind =
  (kind: RequestKind) =>
  ({ request }: { request: Request }) =>
    requestKind(request, scope.location.origin, files) === kind;

registerRoute(isKind('page'), pages);
registerRoute(isKind('hashed'), hashedFile);
registerRoute(isKind('plain'), plainFile);
registerRoute(isKind('image'), images);

scope.addEventListener('install', event => {
  event.waitUntil(installCode(event));
  event.waitUntil(cacheLanding(event));
});

async function cacheLanding(event: LifetimeEvent): Promise<void> {
  if (await isLimited()) return;
  const [, cached] = pages.handleAll({ event, request: new Request(LANDING, { credentials: 'omit' }) });
  await cached;
}

scope.addEventListener('activate', event =>
  event.waitUntil(Promise.all([deleteOldCode(), caches.delete(FORMER_IMAGES), scope.clients.claim()])),
);

// Sent by app/installed/follow-worker.tsx, features/door/api.ts and lib/server/query-store.ts.
scope.addEventListener('message', event => {
  const { data, ports } = event;
  if (data === 'activate') void scope.skipWaiting();
  else if (data === 'deleteImageList') event.waitUntil(new CacheExpiration(IMAGES, MAX_IMAGES).delete());
  else if ('cache' in data) event.waitUntil(cacheAhead(data.cache));
  else ports[0]?.postMessage(data.includes.every(path => files.includes(path)));
});

// Sent by the server's push module: what came to the bell while no screen was open.
scope.addEventListener('push', event => {
  const pushed = event.data?.json() as Alert | undefined;
  if (pushed) event.waitUntil(scope.registration.showNotification(pushed.title, alertOptions(pushed)));
});

// Shown by that, or by lib/alert-options.ts: leads to the activity, in an open window if there is one.
scope.addEventListener('notificationclick', event => {
  const { notification } = event;
  notification.close();
  event.waitUntil(openActivity((notification.data as { url: string }).url));
});

async function openActivity(url: string): Promise<unknown> {
  const [open] = await scope.clients.matchAll({ type: 'window' });
  if (open === undefined) return scope.clients.openWindow(url);
  await open.focus();
  return open.navigate(url);
}
