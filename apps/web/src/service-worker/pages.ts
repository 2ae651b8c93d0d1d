import { DEFAULT_NAME } from '@minga/contract/site-words';
import { ExpirationPlugin } from 'workbox-expiration';
import { NetworkFirst } from 'workbox-strategies';
import { setSiteTimeZone } from '../lib/dates/dates.ts';
import { timeAgo } from '../lib/dates/time-ago.ts';
import { precache, SHELL } from './code.ts';
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

const ZONE = /name="minga:time-zone" content="([^"]+)"/;
const NAME = /name="minga:name" content="([^"]+)"/;
/** As the banner of app/shell/shell.module.css, for documents without that style sheet. */
const BANNER =
  'margin:0;padding:.6rem 1rem;background:var(--minga-maize);color:var(--minga-maize-contrast);font:600 1rem/1.5 var(--minga-text-font);text-align:center;text-wrap:balance';

/** The app's empty document, marked so that it restores data at once (lib/offline/offline-shell.ts). */
async function offlineShell(): Promise<Response | undefined> {
  const shell = await precache.matchPrecache(SHELL);
  return shell && rewritten(shell, html => html.replace('<html', '<html data-offline-shell=""'));
}

/** A cached document below a banner with its age and the reason why it is not newer. */
async function withBanner(page: Response, isOffline: boolean): Promise<Response> {
  const shell = await precache.matchPrecache(SHELL).then(found => found?.text() ?? '');
  setSiteTimeZone(ZONE.exec(shell)?.[1] ?? 'America/Bogota');
  // The name is escaped, as it is in the document.
  const reason = isOffline ? 'Sin conexión' : `${NAME.exec(shell)?.[1] ?? DEFAULT_NAME} no responde`;
  const age = timeAgo(page.headers.get('date') ?? '', new Date()).replace(/\.$/, '');
  const banner = `<aside aria-label="${reason}"><p style="${BANNER}">${reason}. Así estaba esta página ${age}.</p></aside>`;
  return rewritten(page, html => html.replace(/<body[^>]*>/, body => body + banner));
}

async function rewritten(response: Response, change: (html: string) => string): Promise<Response> {
  const headers = new Headers(response.headers);
  // They describe the body as it was transferred.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(change(await response.text()), { headers });
}
