import type { QueryClient } from '@tanstack/react-query';
import { isWithoutResponse } from '../lib/offline/is-unreached.ts';
import { isOfflineShell } from '../lib/offline/offline-shell.ts';

/** The first screen has the connection to itself. */
const QUIET_MS = 3000;
const RETRY_MS = 15_000;

/**
 * Loads and starts what the first screen does not need (app/installed): 3 s after the page's load event, directly after it
 * if a service worker has cached the code, and at once if the server is unreachable. If the code cannot be loaded, it is tried
 * again: an `online` event may come before the network works.
 */
export function scheduleDeferredStart(queryClient: QueryClient): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    import('./installed/after-start.tsx').then(
      ({ afterStart }) => afterStart(queryClient),
      () => {
        isStarted = false;
        addEventListener('online', start, { once: true });
        setTimeout(start, RETRY_MS);
      },
    );
  };
  const startLater = () => setTimeout(start, navigator.serviceWorker?.controller ? 0 : QUIET_MS);
  if (isOfflineShell()) start();
  else if (document.readyState === 'complete') startLater();
  else addEventListener('load', startLater);
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (isWithoutResponse(query.state.fetchFailureReason)) start();
  });
}
