import type { QueryClient } from '@tanstack/react-query';
import { isNoConnection } from '../lib/offline/is-unreached.ts';

/** The first screen has the line for itself. */
const QUIET_MS = 3000;

/**
 * Begins what nobody waits for (app/installed): some seconds after the page has loaded, or at once when the server cannot
 * be reached. Where its code does not come there is nothing of it.
 */
export function beginTheRest(queryClient: QueryClient): void {
  let isBegun = false;
  const begin = () => {
    if (isBegun) return;
    isBegun = true;
    import('./installed/after-start.tsx').then(
      ({ afterStart }) => afterStart(queryClient),
      () => {},
    );
  };
  const beginSoon = () => setTimeout(begin, QUIET_MS);
  if (document.readyState === 'complete') beginSoon();
  else addEventListener('load', beginSoon);
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (isNoConnection(query.state.fetchFailureReason)) begin();
  });
}
