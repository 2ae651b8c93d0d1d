import type { QueryClient } from '@tanstack/react-query';
import { isAway } from '../lib/offline/is-unreached.ts';
import { isOfflineShell } from '../lib/offline/offline-shell.ts';

/** The first screen has the line for itself. */
const QUIET_MS = 3000;

/**
 * Begins what nobody waits for (app/installed): some seconds after the page has loaded, or as soon as it has where the
 * service worker has brought its code already; at once when the server cannot be reached. Where its code does not come
 * there is nothing of it.
 */
export function scheduleDeferredStart(queryClient: QueryClient): void {
  let isBegun = false;
  const begin = () => {
    if (isBegun) return;
    isBegun = true;
    import('./installed/after-start.tsx').then(
      ({ afterStart }) => afterStart(queryClient),
      () => {},
    );
  };
  const beginSoon = () => setTimeout(begin, navigator.serviceWorker?.controller ? 0 : QUIET_MS);
  if (isOfflineShell()) begin();
  else if (document.readyState === 'complete') beginSoon();
  else addEventListener('load', beginSoon);
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (isAway(query.state.fetchFailureReason)) begin();
  });
}
