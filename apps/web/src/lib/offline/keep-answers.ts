import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { type Answers, createAnswerKeeper } from './answer-keeper.ts';
import { isNoConnection } from './is-unreached.ts';

/** A line that has not brought an answer by now is as good as none. */
const PATIENCE_MS = 5000;

/**
 * From here on the answers to queries with `meta: { isKept: true }` are kept in this browser for whoever `sessionKey`
 * says is signed in, and brought back when the server cannot be reached, or does not answer for long (answer-keeper.ts);
 * so is what has been answered, or has failed, already.
 */
export function keepAnswers(queryClient: QueryClient, sessionKey: QueryKey, answers?: Answers): void {
  const cache = queryClient.getQueryCache();
  const keeper = createAnswerKeeper(queryClient, sessionKey, answers);

  const keep = (query: Query) => void keeper.keep(query).catch(passOver);
  const bringBack = (query: Query) => void keeper.bringBack(query).catch(passOver);

  const bringBackLater = (query: Query) =>
    setTimeout(() => {
      if (query.state.fetchStatus === 'fetching') bringBack(query);
    }, PATIENCE_MS);

  for (const query of cache.getAll().filter(isKept)) {
    if (query.state.data !== undefined) keep(query);
    else if (isNoConnection(query.state.fetchFailureReason)) bringBack(query);
    else bringBackLater(query);
  }
  cache.subscribe(event => {
    const { query, type } = event;
    if (!isKept(query)) return;
    // What another screen asked for is known before this one says that it is to be kept.
    if (type === 'observerAdded' && query.state.data !== undefined) keep(query);
    if (type !== 'updated') return;
    if (event.action.type === 'fetch') bringBackLater(query);
    if (event.action.type === 'success') keep(query);
    // Each try in vain, and the last.
    const hasFailed = event.action.type === 'failed' || event.action.type === 'error';
    if (hasFailed && isNoConnection(query.state.fetchFailureReason)) bringBack(query);
  });
}

const isKept = ({ meta }: Query): boolean => meta?.isKept === true;

/** Storage may be switched off or full; then there is nothing without a network, as before. */
function passOver(): void {}
