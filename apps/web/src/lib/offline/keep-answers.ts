import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { type Answers, createAnswerKeeper } from './answer-keeper.ts';
import { failureOf, isAway } from './is-unreached.ts';
import { endStandIn, isStoodIn } from './stood-in.ts';

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

  /** Is nothing heard of the server? Then nobody waits for each answer anew. */
  let isSilent = isStoodIn();
  const bringBackInTime = (query: Query) => {
    if (isSilent) return bringBack(query);
    const before = timesAnswered(query);
    setTimeout(() => {
      // What is on its way by then may have been asked for a moment ago.
      if (query.state.fetchStatus !== 'fetching' || timesAnswered(query) !== before) return;
      isSilent = true;
      bringBack(query);
    }, PATIENCE_MS);
  };

  for (const query of cache.getAll().filter(isKept)) {
    if (query.state.data !== undefined) keep(query);
    else if (isAway(failureOf(query))) bringBack(query);
    else bringBackInTime(query);
  }
  cache.subscribe(event => {
    const { query, type } = event;
    const action = type === 'updated' ? event.action : null;
    if (action?.type === 'success' && !action.manual) {
      isSilent = false;
      endStandIn();
    }
    if (!isKept(query)) return;
    // What another screen asked for is known before this one says that it is to be kept.
    if (type === 'observerAdded' && query.state.data !== undefined) keep(query);
    if (action?.type === 'fetch') bringBackInTime(query);
    if (action?.type === 'success') keep(query);
    // Each try in vain, and the last.
    if ((action?.type === 'failed' || action?.type === 'error') && isAway(failureOf(query))) {
      isSilent = true;
      bringBack(query);
    }
  });
}

const timesAnswered = ({ state }: Query): number => state.dataUpdateCount + state.errorUpdateCount;

const isKept = ({ meta }: Query): boolean => meta?.isKept === true;

/** Storage may be switched off or full; then there is nothing without a network, as before. */
function passOver(): void {}
