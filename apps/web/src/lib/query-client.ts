import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { isAway, isUnreached } from './offline/is-unreached.ts';

const RETRIES = 2;
const STALE_MS = 15_000;
/** So often is asked, by a page that is looked at, whether the server can be reached again. */
const AGAIN_MS = 20_000;

/**
 * The one cache of server data. `onUnauthenticated` runs when a call is answered 401: the session has ended elsewhere.
 * A refusal (4xx) is an answer and is not asked again; no connection and 5xx are, twice. Without a network everything is
 * tried all the same: the usual way is to wait for it in silence, and nobody would hear what is the matter.
 */
export function createQueryClient(onUnauthenticated: () => void = () => {}): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401 && !isAway(error)) onUnauthenticated();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    // A wrong password is a 401 too, but of a mutation that says so itself and has no session to lose.
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.signsIn !== true) onError(error);
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // Off by default for those that do not wait for the network.
        refetchOnReconnect: true,
        refetchInterval: query => isUnreached(query as Query) && AGAIN_MS,
        staleTime: STALE_MS,
        retry: (failures, error) => failures < RETRIES && isWorthAnotherTry(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

function isWorthAnotherTry(error: Error): boolean {
  return isAway(error) || (error instanceof ApiError && error.status >= 500);
}
