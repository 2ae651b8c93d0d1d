import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { failureOf, isWithoutResponse } from './is-unreached.ts';
import { isOfflineShell, unmarkOfflineShell } from './offline-shell.ts';
import { createQueryPersister } from './query-persister.ts';

/** After this time without a response the server counts as unreachable. */
const TIMEOUT_MS = 5000;

/**
 * Persists queries with `meta: { isPersisted: true }` for the user of the query `sessionKey`, and restores them when the
 * server is unreachable or does not respond in time. Includes queries that were fetched or have failed before this call.
 */
export function persistQueries(queryClient: QueryClient, sessionKey: QueryKey): void {
  const cache = queryClient.getQueryCache();
  const persister = createQueryPersister(queryClient, sessionKey);

  const persist = (query: Query) => void persister.persist(query).catch(ignore);
  const restore = (query: Query) => void persister.restore(query).catch(ignore);

  /** After one timeout, further queries are restored at once. */
  let isSilent = isOfflineShell();
  const restoreAfterTimeout = (query: Query) => {
    if (isSilent) return restore(query);
    const count = settledCount(query);
    setTimeout(() => {
      // A fetch that started later has its own timeout.
      if (query.state.fetchStatus !== 'fetching' || settledCount(query) !== count) return;
      isSilent = true;
      restore(query);
    }, TIMEOUT_MS);
  };

  for (const query of cache.getAll().filter(isPersisted)) {
    if (query.state.data !== undefined) persist(query);
    else if (isWithoutResponse(failureOf(query))) restore(query);
    else restoreAfterTimeout(query);
  }
  cache.subscribe(event => {
    const { query, type } = event;
    const action = type === 'updated' ? event.action : null;
    if (action?.type === 'success' && !action.manual) {
      isSilent = false;
      unmarkOfflineShell();
    }
    if (!isPersisted(query)) return;
    // Another screen, whose options lack the mark, may have fetched it.
    if (type === 'observerAdded' && query.state.data !== undefined) persist(query);
    if (action?.type === 'fetch') restoreAfterTimeout(query);
    if (action?.type === 'success') persist(query);
    // Each failed try, and the last.
    if ((action?.type === 'failed' || action?.type === 'error') && isWithoutResponse(failureOf(query))) {
      isSilent = true;
      restore(query);
    }
  });
}

const settledCount = ({ state }: Query): number => state.dataUpdateCount + state.errorUpdateCount;

const isPersisted = ({ meta }: Query): boolean => meta?.isPersisted === true;

/** Storage may be switched off or full: then nothing is available offline. */
function ignore(): void {}
