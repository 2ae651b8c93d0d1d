import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../features/accounts/api/session.ts';
import { cachedEmail } from '../features/accounts/cached-identity.ts';
import { ApiError } from '../lib/api.ts';
import { hearServerTime } from '../lib/now.ts';

/**
 * What the browser begins with, as JSON: answers and refusals. Who is here is not among it: that may change meanwhile. Nor
 * is any time of now: who comes back has the same page still, and is not sent it again.
 */
export function giveFirstData(queryClient: QueryClient): string {
  const known = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ queryKey, state }) =>
      queryKey[0] !== sessionQuery.queryKey[0] && state.status !== 'pending',
  });
  const queries = known.queries.map(query => ({
    ...query,
    dehydratedAt: 0,
    state: { ...query.state, dataUpdatedAt: 0, errorUpdatedAt: 0 },
  }));
  return JSON.stringify({ ...known, queries } satisfies DehydratedState);
}

/** Takes over what the server knew when it painted this page (first-paint.tsx). */
export function takeFirstData(queryClient: QueryClient): void {
  const text = document.getElementById('first-data')?.textContent;
  if (!text) return;
  const known = JSON.parse(text) as DehydratedState;
  const way = wayOfPage();
  // One step back shows the page as it was kept, however long ago.
  const isKept = way?.type === 'back_forward';
  if (!isKept) hearServerTime(paintedAt(way));
  const updatedAt = isKept ? 0 : Date.now();
  const queries = known.queries.map(query => {
    const { state } = query;
    const error = state.error && reviveRefusal(state.error);
    return { ...query, state: { ...state, error, dataUpdatedAt: updatedAt, errorUpdatedAt: updatedAt } };
  });
  hydrate(queryClient, { ...known, queries });
}

const wayOfPage = () =>
  performance.getEntriesByType?.('navigation')[0] as PerformanceNavigationTiming | undefined;

/** The server says it in a header, and anew to who has the page already. Only over HTTPS do all browsers pass it on. */
const paintedAt = (way: PerformanceNavigationTiming | undefined): string | null =>
  way?.serverTiming?.find(({ name }) => name === 'painted')?.description ?? null;

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
  if (cachedEmail() === null) {
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
