import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../features/accounts/session/session.ts';
import { setRenderTime, setServerTime } from '../lib/dates/now.ts';
import { ApiError } from '../lib/server/api.ts';

const ELEMENT_ID = 'initial-data';

interface InitialData extends DehydratedState {
  readonly renderTime: string;
}

/**
 * The query cache of a server-rendered page as JSON, with its errors. Without the session, which differs by viewer, and
 * without timestamps, which would change the page's ETag with every render.
 */
export function initialDataOf(queryClient: QueryClient, renderTime: Date): string {
  const state = dehydrate(queryClient, {
    shouldDehydrateQuery: query =>
      query.queryKey[0] !== sessionQuery.queryKey[0] && query.state.status !== 'pending',
  });
  const queries = state.queries.map(query => ({
    ...query,
    dehydratedAt: 0,
    state: { ...query.state, dataUpdatedAt: 0, errorUpdatedAt: 0 },
  }));
  return JSON.stringify({ ...state, queries, renderTime: renderTime.toISOString() } satisfies InitialData);
}

export const isServerRendered = (): boolean => document.getElementById(ELEMENT_ID) !== null;

/** Fills the cache with the page's data (shell.ts of the API writes its element). */
export function hydrateInitialData(queryClient: QueryClient): void {
  const text = document.getElementById(ELEMENT_ID)?.textContent;
  if (!text) return;
  const { renderTime, queries } = JSON.parse(text) as InitialData;
  setRenderTime(new Date(renderTime));
  const navigation = navigationTiming();
  // The back button shows a stored page of any age: its data is stale, and its Server-Timing is past.
  const isStored = navigation?.type === 'back_forward';
  if (!isStored) setServerTime(serverTimeOf(navigation));
  const updatedAt = isStored ? 0 : Date.now();
  // The library's `hydrate` is for streams and mutations, too, and ten times as large.
  for (const { queryKey, queryHash, state: sent } of queries) {
    const error = sent.error && reviveError(sent.error);
    const own = {
      ...sent,
      error,
      dataUpdatedAt: updatedAt,
      errorUpdatedAt: updatedAt,
      fetchStatus: 'idle',
    } as const;
    queryClient.getQueryCache().build(queryClient, { queryKey, queryHash }, own);
  }
}

const navigationTiming = () =>
  performance.getEntriesByType?.('navigation')[0] as PerformanceNavigationTiming | undefined;

/** From a header, which a 304 response sends too. Some browsers expose it over HTTPS only. */
const serverTimeOf = (navigation: PerformanceNavigationTiming | undefined): string | null =>
  navigation?.serverTiming?.find(({ name }) => name === 'rendered')?.description ?? null;

function reviveError(error: Error): ApiError {
  const { status, code, messages } = error as ApiError;
  return new ApiError(status, code, messages);
}
