import type { Query, QueryKey } from '@tanstack/react-query';
import { isBroughtBack } from './brought-back.ts';
import { isUnreached } from './is-unreached.ts';

/**
 * Of what is on the screen and cannot be asked anew, or has not been answered yet: when the oldest came, in milliseconds; null where there is nothing
 * of the kind. Who is signed in (`sessionKey`) is no news that could be old.
 */
export function oldestShown(
  active: readonly Query[],
  isOnline: boolean,
  sessionKey: QueryKey,
): number | null {
  const moments = active
    .filter(query => query.meta?.isKept === true && query.queryKey[0] !== sessionKey[0])
    .filter(
      query => query.state.data !== undefined && (!isOnline || isUnreached(query) || isBroughtBack(query)),
    )
    .map(({ state }) => state.dataUpdatedAt);
  return moments.length === 0 ? null : Math.min(...moments);
}
