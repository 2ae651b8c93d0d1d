import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../features/accounts/session/session.ts';

/** Calls `listener` now and on each result of the session check. */
export function onSession(queryClient: QueryClient, listener: () => void): void {
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'observerResultsUpdated' && query.queryKey[0] === sessionQuery.queryKey[0]) listener();
  });
  listener();
}
