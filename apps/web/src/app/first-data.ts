import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../features/accounts/api/session.ts';
import { rememberedAccount } from '../features/accounts/cached-identity.ts';
import { ApiError } from '../lib/api.ts';
import { hearServerTime } from '../lib/now.ts';

interface FirstData {
  /** When the server painted the page. */
  readonly moment: string;
  readonly known: DehydratedState;
}

/** What the browser begins with, as JSON: answers and refusals. Who is here is not among it: that may change meanwhile. */
export function giveFirstData(queryClient: QueryClient): string {
  const known = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ queryKey, state }) =>
      queryKey[0] !== sessionQuery.queryKey[0] && state.status !== 'pending',
  });
  return JSON.stringify({ moment: new Date().toISOString(), known } satisfies FirstData);
}

/** Takes over what the server knew when it painted this page (first-paint.tsx). */
export function takeFirstData(queryClient: QueryClient): void {
  const text = document.getElementById('first-data')?.textContent;
  if (!text) return;
  const { moment, known } = JSON.parse(text) as FirstData;
  // One step back shows the page as it was kept, however long ago.
  const isKept = performance.getEntriesByType?.('navigation').some(isStepInHistory) ?? false;
  if (!isKept) hearServerTime(moment);
  const updatedAt = isKept ? 0 : Date.now();
  const queries = known.queries.map(query => {
    const { state } = query;
    const error = state.error && reviveRefusal(state.error);
    return { ...query, state: { ...state, error, dataUpdatedAt: updatedAt, errorUpdatedAt: updatedAt } };
  });
  hydrate(queryClient, { ...known, queries });
}

const isStepInHistory = (entry: PerformanceEntry) =>
  entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward';

function reviveRefusal(kept: Error): ApiError {
  const { status, code, messages } = kept as ApiError;
  return new ApiError(status, code, messages);
}

/**
 * The page was painted for who has no session. Where nobody is remembered that holds still, and nobody need be asked;
 * where somebody is, they may have signed in meanwhile in another tab.
 */
export async function learnSession(queryClient: QueryClient): Promise<void> {
  const { queryKey } = sessionQuery;
  if (rememberedAccount() === null) {
    queryClient.setQueryData(queryKey, null);
    return;
  }
  await queryClient.prefetchQuery(sessionQuery);
  // They may see more, such as what is their own: what is painted stays until it is known.
  if (queryClient.getQueryData(queryKey)) {
    queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' });
    await queryClient.invalidateQueries({ predicate: query => query.queryKey[0] !== queryKey[0] });
  }
}
