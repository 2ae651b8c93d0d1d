import { ExpirationPlugin } from 'workbox-expiration';
import { NetworkFirst } from 'workbox-strategies';
import { offlineShell, withBanner } from './offline-documents.ts';
import { isFromServer, isOwnResponse, onlyFromServer, type Plugin } from './server-responses.ts';

export const LANDING = '/';
const TIMEOUT_SECONDS = 4;
const MAX_PAGES = 40;
/** Documents that are not the app's: they are cached when visited. */
const DOCUMENTS = /^\/$|^\/(ayuda|privacidad|terminos)(\/|$)/;

/**
 * The server's page. If the server does not respond in time, or something else responds in its place: the cached document
 * with a banner, or the app's empty document, whose code restores the data.
 */
export const pages = new NetworkFirst({
  cacheName: 'minga-pages',
  networkTimeoutSeconds: TIMEOUT_SECONDS,
  matchOptions: { ignoreVary: true },
  plugins: [
    onlyFromServer(isFromServer),
    new ExpirationPlugin({ maxEntries: MAX_PAGES }) as Plugin,
    {
      cacheKeyWillBeUsed: async ({ request }) => new URL(request.url).pathname,
      cacheWillUpdate: async ({ request, response }) =>
        DOCUMENTS.test(new URL(request.url).pathname) && isOwnResponse(response) ? response : null,
      fetchDidFail: async ({ error, state }) => {
        // `fetch` fails with a TypeError without a connection.
        if (state) state.isOffline = error instanceof TypeError;
      },
      cachedResponseWillBeUsed: async ({ cachedResponse, state }) =>
        cachedResponse ? withBanner(cachedResponse, state?.isOffline === true) : offlineShell(),
    },
  ],
});
